package io.strata.perf.flash.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;

/**
 * Stores numbered blocks in files. Reads and inserts are thread-safe; all else is called by one
 * thread.
 */
public interface Engine extends AutoCloseable {
  /**
   * Reads a block as HBase's block object, and releases it.
   *
   * @return whether it was found
   */
  boolean read(int number) throws IOException;

  /** Inserts a block; waits until the engine accepts it. */
  void insert(int number) throws IOException;

  /** Waits until all inserted blocks are written. */
  void awaitWritten() throws InterruptedException;

  /** Returns the number of blocks; exact when all are written. */
  long blocks();

  /** Returns how many inserted blocks are missing without having been evicted; 0 is expected. */
  long lost(long inserted);

  /** Returns the bytes written by the engine's own count, if it has one. */
  OptionalLong writtenBytes();

  /** Returns the files with the blocks. */
  List<Path> files();

  /** Waits until the device has everything that was written. */
  default void force() throws IOException, InterruptedException {
    awaitWritten();
    for (Path each : files()) {
      try (FileChannel channel = FileChannel.open(each, StandardOpenOption.WRITE)) {
        channel.force(false);
      }
    }
  }

  @Override
  void close() throws IOException;
}
