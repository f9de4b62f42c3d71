package io.strata.perf.flash.measure;

import io.strata.perf.common.PageCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder for the engines' files, which is deleted at the end. Used by one thread. */
public final class Workplace implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path folder;
  private final Thread shutdownHook = new Thread(this::discard);

  /** Creates a folder in a folder. */
  public Workplace(Path parent) throws IOException {
    folder = Files.createTempDirectory(parent, "strata-flash-");
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  /** Returns the folder. */
  public Path folder() {
    return folder;
  }

  /** Deletes all files. */
  void clear() throws IOException {
    for (Path each : files()) {
      Files.delete(each);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  /** Forces all files to the device, and drops them from the page cache. */
  void dropPages() throws IOException, InterruptedException {
    for (Path each : files()) {
      try (FileChannel channel = FileChannel.open(each, StandardOpenOption.WRITE)) {
        channel.force(false);
      }
      PageCache.drop(each);
    }
  }

  /** Writes a file of zeros, so that all its bytes are allocated. */
  void writeWhole(Path file, long bytes) throws IOException {
    ByteBuffer zeroes = ByteBuffer.allocateDirect(CHUNK_BYTES);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; left -= zeroes.position()) {
        zeroes.clear().limit((int) Math.min(left, CHUNK_BYTES));
        while (zeroes.hasRemaining()) {
          channel.write(zeroes);
        }
      }
      channel.force(true);
    }
  }

  /** Deletes the folder when the process is terminated. */
  private void discard() {
    try {
      clear();
      Files.delete(folder);
    } catch (IOException e) {
      // Nothing more can be done.
    }
  }

  @Override
  public void close() throws IOException {
    clear();
    Files.delete(folder);
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The process is shutting down, and the hook runs.
    }
  }
}
