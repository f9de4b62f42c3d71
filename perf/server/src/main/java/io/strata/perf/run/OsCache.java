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
 * Keeps the files below a folder in the page cache, or out of it. To keep them out, their pages are
 * dropped once a second while this is open, so that reads reach the disk however much memory the
 * machine has. Requires only the right to read the files: {@code dd} of GNU coreutils advises the
 * kernel (posix_fadvise).
 */
final class OsCache implements AutoCloseable {
  private static final long PAUSE_MILLIS = 1_000;

  private final Path folder;
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::dropPeriodically, "os-cache");
  private volatile boolean closed;

  private OsCache(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads all files into the page cache, where they stay as long as the operating system has the
   * memory.
   */
  static OsCache holding(Path folder) throws IOException {
    OsCache cache = new OsCache(folder);
    for (Path file : cache.files()) {
      PageCache.load(file);
    }
    return cache;
  }

  /**
   * Drops all files from the page cache, now and then once a second.
   *
   * @throws IOException if {@code dd} does not support it here
   */
  static OsCache withholding(Path folder) throws IOException, InterruptedException {
    OsCache cache = new OsCache(folder);
    cache.drop();
    cache.thread.setDaemon(true);
    cache.thread.start();
    return cache;
  }

  private void dropPeriodically() {
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

  /** Stops dropping. */
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
