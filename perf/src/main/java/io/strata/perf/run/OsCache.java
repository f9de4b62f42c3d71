package io.strata.perf.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
  private static final int CHUNK_BYTES = 1 << 20;

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
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    for (Path file : cache.files()) {
      try (FileChannel channel = FileChannel.open(file)) {
        while (channel.read(chunk.clear()) >= 0) {}
      }
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
      drop(file);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void drop(Path file) throws IOException, InterruptedException {
    Process dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
            .redirectErrorStream(true)
            .start();
    String complaint = new String(dd.getInputStream().readAllBytes(), UTF_8);
    if (dd.waitFor() != 0 && Files.exists(file)) {
      throw new IOException("The pages of " + file + " stay in the OS cache: " + complaint.strip());
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
