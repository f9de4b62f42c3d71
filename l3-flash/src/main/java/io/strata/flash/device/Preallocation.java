package io.strata.flash.device;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Allocates the bytes of a file before any is written, so that the disk cannot become full later,
 * and the bytes are contiguous. The JDK has no call for that. Linux has the program {@code
 * fallocate}, which takes milliseconds on a file system with extents, keeps the file's contents,
 * and fills its holes. Elsewhere the bytes are allocated as they are written, and startup does not
 * wait: writing them all would take minutes.
 */
final class Preallocation {
  private static final String PROGRAM = "fallocate";

  /** The messages of {@code strerror} for {@code ENOSPC} and {@code EDQUOT} in the C locale. */
  private static final List<String> DISK_FULL =
      List.of("No space left on device", "Disk quota exceeded");

  /** The timeout. A slower {@code fallocate} allocates extent by extent, and is abandoned. */
  private static final int SECONDS = 10;

  private Preallocation() {}

  /**
   * Allocates the first bytes of an existing file, and extends it to that length if it is shorter.
   * Bytes that are allocated already keep their contents.
   *
   * @return why the bytes could not be allocated, or null if they were
   * @throws DiskFullException if the disk does not have them
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

  /** The disk does not have the bytes to allocate. */
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
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = process.exitValue();
      if (status != 0 && DISK_FULL.stream().anyMatch(text::contains)) {
        throw new DiskFullException(text);
      }
      return status == 0 ? null : text + " (status " + status + ")";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "startup was interrupted";
    } finally {
      process.destroyForcibly();
    }
  }
}
