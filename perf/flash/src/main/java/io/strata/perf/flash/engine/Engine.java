package io.strata.perf.flash.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;

/** Keeps numbered blocks in files. Reads and inserts are thread-safe; the rest is one thread's. */
public interface Engine extends AutoCloseable {
  /**
   * Reads a block, as HBase's block object, and releases it.
   *
   * @return whether it was there
   */
  boolean read(int number) throws IOException;

  /** Inserts a block, however long the engine needs until it takes it. */
  void insert(int number) throws IOException;

  /** Waits until all that was inserted is written. */
  void awaitWritten() throws InterruptedException;

  /** Blocks that are there, exact when all is written. */
  long blocks();

  /** Blocks that were inserted and did not stay until they had to make room: none should be. */
  long lost(long inserted);

  /** Bytes that the engine itself says it has written, if it does. */
  OptionalLong writtenBytes();

  /** Its files of blocks. */
  List<Path> files();

  /** Waits until the operating system has all that was written on the device too. */
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
