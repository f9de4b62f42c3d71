package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A machine-wide lock that allows one measurement at a time; concurrent measurements would distort
 * each other's figures. The operating system releases the lock when the process ends, however it
 * ends. The file is never deleted: a process that has it open could otherwise lock a file that
 * other processes no longer see.
 */
public final class RunLock implements AutoCloseable {
  private static final String FILE = "strata-measure.lock";

  private final FileChannel file;

  private RunLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Acquires the lock that all measuring commands of {@code ./strata} share, in every clone on this
   * machine.
   *
   * @throws BenchException if another process holds it or its file cannot be written
   */
  public static RunLock take() throws BenchException {
    String usual = Path.of(System.getProperty("java.io.tmpdir"), FILE).toString();
    return take(Path.of(System.getProperty("strata.lock", usual)));
  }

  /** Acquires the lock in a given file, as {@link #take()} does. */
  static RunLock take(Path path) throws BenchException {
    try {
      FileChannel file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!lock(file)) {
        String holder = holder(file);
        file.close();
        throw new BenchException(
            "Another measurement is running as process %s: wait for it, or run kill %s."
                .formatted(holder, holder));
      }
      file.truncate(0);
      file.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())));
      return new RunLock(file);
    } catch (IOException e) {
      throw new BenchException(
          "The measurement lock cannot be acquired: %s. Set TMPDIR to a writable folder."
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
