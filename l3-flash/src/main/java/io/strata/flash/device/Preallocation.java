package io.strata.flash.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Allocates the bytes of a file on the disk before any is written, so that the disk is not full
 * later, and the bytes lie together. The JDK has no call for it; Linux has the program {@code
 * fallocate}, which takes milliseconds where the file system has extents, keeps what the file
 * holds, and fills its holes. Elsewhere the bytes are allocated as they are written, and the start
 * does not wait: to write them all would take minutes.
 */
final class Preallocation {
  private static final String PROGRAM = "fallocate";

  /** What {@code strerror} says of {@code ENOSPC} and {@code EDQUOT} in the locale C. */
  private static final List<String> DISK_FULL =
      List.of("No space left on device", "Disk quota exceeded");

  /** What has not answered by then goes on extent by extent, and is left. */
  private static final int SECONDS = 10;

  private Preallocation() {}

  /**
   * Allocates the first bytes of a file that exists, and extends it to that length if it is
   * shorter. Bytes that are allocated already stay as they are.
   *
   * @return why the bytes are not allocated, or null when they are
   * @throws DiskFullException when the disk does not have them
   */
  static @Nullable String take(Path file, long bytes) throws DiskFullException {
    return take(PROGRAM, file, bytes);
  }

  static @Nullable String take(String program, Path file, long bytes) throws DiskFullException {
    List<String> command =
        List.of(program, "--length", Long.toString(bytes), file.toAbsolutePath().toString());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    try {
      return answerOf(builder.start());
    } catch (DiskFullException e) {
      throw e;
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** The disk does not have the bytes that were to be allocated. */
  static final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1;

    private DiskFullException(String message) {
      super(message);
    }
  }

  private static @Nullable String answerOf(Process process) throws IOException {
    try (InputStream output = process.getInputStream()) {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return PROGRAM + " did not end within " + SECONDS + " seconds";
      }
      String said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = process.exitValue();
      if (status != 0 && DISK_FULL.stream().anyMatch(said::contains)) {
        throw new DiskFullException(said);
      }
      return status == 0 ? null : said + " (status " + status + ")";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "the start was interrupted";
    } finally {
      process.destroyForcibly();
    }
  }
}
