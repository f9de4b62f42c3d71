package io.strata.l2.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Buckets in mapped files without content, for tests and measurements at sizes that the machine
 * does not have: a bucket takes the pages that are written to, so blocks whose sources copy nothing
 * cost their headers only. The files have no names; their space is free when the mappings are
 * collected. Thread-safe.
 */
public final class SparseFile implements BucketMemory {
  private final Path folder;

  /**
   * @param folder of a file system that stores holes, where the files are made
   */
  public SparseFile(Path folder) {
    this.folder = folder;
  }

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public ByteBuffer[] allocate(int buckets) {
    try {
      Path path = Files.createTempFile(folder, "buckets", ".sparse");
      try (FileChannel channel =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        Files.delete(path);
        return MappedBuckets.map(channel, buckets);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot map a file in " + folder + ": " + e.getMessage(), e);
    }
  }
}
