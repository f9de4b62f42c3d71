package io.strata.perf.run;

import io.strata.perf.common.PageCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the operating system caches of all files below a folder: everything, or nothing. For nothing
 * it is made to forget their pages once a second while this is open, so that reads reach the disk
 * however much memory the machine has. Needs no rights beyond reading the files: {@code dd} of GNU
 * coreutils gives the kernel that advice (posix_fadvise).
 */
final class OsCache implements AutoCloseable {
  private static final long PAUSE_MILLIS = 1_000;

  private final Path folder;
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::dropAgainAndAgain, "os-cache");
  private volatile boolean closed;

  private OsCache(Path folder) {
    this.folder = folder;
  }

  /**
   * Has the operating system keep the files, as long as it has the memory: when this returns, all
   * of them were read.
   */
  static OsCache holding(Path folder) throws IOException {
    OsCache cache = new OsCache(folder);
    for (Path file : cache.files()) {
      PageCache.load(file);
    }
    return cache;
  }

  /**
   * Begins; what was cached before is gone when this returns.
   *
   * @throws IOException when {@code dd} cannot do it here
   */
  static OsCache withholding(Path folder) throws IOException, InterruptedException {
    OsCache cache = new OsCache(folder);
    cache.drop();
    cache.thread.setDaemon(true);
    cache.thread.start();
    return cache;
  }

  private void dropAgainAndAgain() {
    try {
      while (!closed) {
        Thread.sleep(PAUSE_MILLIS);
        drop();
      }
    } catch (IOException e) {
      failure.set(e);
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void drop() throws IOException, InterruptedException {
    for (Path file : files()) {
      PageCache.drop(file);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Ends it. */
  @Override
  public void close() throws IOException {
    closed = true;
    thread.interrupt();
    IOException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }
}
