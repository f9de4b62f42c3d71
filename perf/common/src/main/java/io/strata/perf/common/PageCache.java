package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the operating system keeps of files in memory. Needs no rights beyond reading them: {@code
 * dd} of GNU coreutils gives the kernel the advice (posix_fadvise) for which Java has no call.
 * Stateless.
 */
public final class PageCache {
  private static final int CHUNK_BYTES = 1 << 20;

  private PageCache() {}

  /** Reads a file, so that all of it is kept if there is memory. */
  public static void load(Path file) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(chunk.clear()) >= 0) {}
    }
  }

  /**
   * Has what is kept of a file forgotten, if it is there; not what is still to be written.
   *
   * @throws IOException when {@code dd} cannot do it here
   */
  public static void drop(Path file) throws IOException, InterruptedException {
    Process dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
            .redirectErrorStream(true)
            .start();
    String complaint = new String(dd.getInputStream().readAllBytes(), UTF_8);
    if (dd.waitFor() != 0 && Files.exists(file)) {
      throw new IOException("The pages of " + file + " stay in the OS cache: " + complaint.strip());
    }
  }
}
