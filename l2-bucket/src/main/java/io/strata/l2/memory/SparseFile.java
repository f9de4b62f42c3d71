package io.strata.l2.memory;

import io.strata.l2.layout.BucketBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Buckets in mapped sparse files, for tests and measurements at sizes that exceed the machine's
 * memory: a bucket uses only the pages that are written, so blocks whose sources copy nothing cost
 * only their headers. The files are unlinked; their disk space is freed when the mappings are
 * collected. Thread-safe.
 */
public final class SparseFile implements BucketMemory {
  private final Path folder;

  /**
   * @param folder folder for the files, on a file system that supports sparse files
   */
  public SparseFile(Path folder) {
    this.folder = folder;
  }

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public BucketBuffer[] allocate(int buckets) {
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
