package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads files into the operating system's page cache and drops them from it. Needs only read
 * permission: {@code dd} of GNU coreutils calls posix_fadvise, for which Java has no API.
 * Stateless.
 */
public final class PageCache {
  private static final int CHUNK_BYTES = 1 << 20;

  private PageCache() {}

  /** Reads a file, so that all of it is cached if memory allows. */
  public static void load(Path file) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(chunk.clear()) >= 0) {}
    }
  }

  /**
   * Drops the clean pages of a file; does nothing if the file does not exist.
   *
   * @throws IOException if {@code dd} fails
   */
  public static void drop(Path file) throws IOException, InterruptedException {
    Process dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
            .redirectErrorStream(true)
            .start();
    String error = new String(dd.getInputStream().readAllBytes(), UTF_8);
    if (dd.waitFor() != 0 && Files.exists(file)) {
      throw new IOException("Cannot drop " + file + " from the page cache: " + error.strip());
    }
  }
}
