package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of the machine for measurements: two at a time would spoil each other's figures. The
 * operating system holds it for the process, however that ends; the file stays, for deleting it
 * would let a process that waits lock a file that no other finds.
 */
public final class RunLock implements AutoCloseable {
  private static final String FILE = "strata-measure.lock";

  private final FileChannel file;

  private RunLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Takes the lock of all programs behind {@code ./strata}, of any clone on this machine.
   *
   * @throws BenchException when another process has it, or its file cannot be written
   */
  public static RunLock take() throws BenchException {
    String usual = Path.of(System.getProperty("java.io.tmpdir"), FILE).toString();
    return take(Path.of(System.getProperty("strata.lock", usual)));
  }

  /** As {@link #take()}, of a lock that is this file. */
  static RunLock take(Path path) throws BenchException {
    try {
      FileChannel file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!lock(file)) {
        String holder = holder(file);
        file.close();
        throw new BenchException(
            "Another measurement is running as process %s: wait for it, or end it with kill %s."
                .formatted(holder, holder));
      }
      file.truncate(0);
      file.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())));
      return new RunLock(file);
    } catch (IOException e) {
      throw new BenchException(
          "The lock of measurements cannot be taken: %s. Set TMPDIR to a folder of your own."
              .formatted(e),
          e);
    }
  }

  private static String holder(FileChannel file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * 3);
    file.read(bytes, 0);
    return UTF_8.decode(bytes.flip()).toString();
  }

  private static boolean lock(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
