package io.strata.perf.common;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Held by the one run that may be: two at once would spoil each other's figures. Goes with the
 * process, however that ends.
 */
public final class RunLock implements AutoCloseable {
  private final FileChannel file;

  private RunLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Takes the lock, which is one for all programs behind {@code ./bench}.
   *
   * @param home the project's folder
   * @throws BenchException when another run has it
   */
  public static RunLock take(Path home) throws IOException, BenchException {
    Path path = Files.createDirectories(home.resolve("target")).resolve("bench.lock");
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!lock(file)) {
      file.close();
      throw new BenchException("Another ./bench is running here: wait for it, or end it.");
    }
    return new RunLock(file);
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
