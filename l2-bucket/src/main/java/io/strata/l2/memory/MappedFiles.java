package io.strata.l2.memory;

import io.strata.l2.layout.BucketBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Buckets in memory-mapped files, assigned to the files round robin. The files belong to the store,
 * which overwrites them.
 */
public final class MappedFiles implements BucketMemory {
  private final List<Path> files;

  /**
   * @param files one path or more; missing folders are created
   * @throws IllegalArgumentException if there is no path
   */
  public MappedFiles(List<Path> files) {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("No file to map is given. Name at least one.");
    }
    this.files = List.copyOf(files);
  }

  @Override
  public BucketBuffer[] allocate(int buckets) {
    BucketBuffer[] all = new BucketBuffer[buckets];
    for (int file = 0; file < files.size(); file++) {
      try {
        mapEvery(files.size(), file, all);
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot map " + files.get(file) + ": " + e.getMessage(), e);
      }
    }
    return all;
  }

  /** Maps the file for every {@code step}-th bucket, beginning with the {@code first}. */
  private void mapEvery(int step, int first, BucketBuffer[] all) throws IOException {
    Path path = files.get(first);
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      BucketBuffer[] mapped = MappedBuckets.map(channel, (all.length - first + step - 1) / step);
      for (int i = 0; i < mapped.length; i++) {
        all[first + i * step] = mapped[i];
      }
    }
  }
}
