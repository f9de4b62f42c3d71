package io.strata.flash.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes a file's bytes from the disk before any is written, so that the disk is not full later, and
 * the bytes lie together. The JDK has no call for it; Linux has a program of that name, which takes
 * milliseconds where the file system knows extents. Elsewhere the bytes are taken as they are
 * written, and nobody waits: to write them all at the start would take minutes.
 */
final class Preallocation {
  private static final String PROGRAM = "fallocate";

  /** What has not answered by then goes on extent by extent, and is left. */
  private static final int SECONDS = 10;

  private Preallocation() {}

  /**
   * Takes the bytes of a file that is there, from its beginning, and makes it as long.
   *
   * @return why not, or null when they are taken
   */
  static @Nullable String take(Path file, long bytes) {
    return take(PROGRAM, file, bytes);
  }

  static @Nullable String take(String program, Path file, long bytes) {
    List<String> command =
        List.of(program, "--length", Long.toString(bytes), file.toAbsolutePath().toString());
    try {
      return answerOf(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static @Nullable String answerOf(Process process) throws IOException {
    try (InputStream output = process.getInputStream()) {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return PROGRAM + " did not end within " + SECONDS + " seconds";
      }
      String said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = process.exitValue();
      return status == 0 ? null : said + " (status " + status + ")";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the start was interrupted";
    } finally {
      process.destroyForcibly();
    }
  }
}
