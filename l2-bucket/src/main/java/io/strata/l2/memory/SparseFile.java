package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;

/**
 * Buckets in a mapped file without content, for tests and measurements at sizes that the machine
 * does not have: a bucket takes the pages that are written to, so blocks whose sources copy nothing
 * cost their headers only. A bucket that is released is not handed out again: to zero it would take
 * the memory that it does not have. The files have no names; their space is free when the mappings
 * are collected. Thread-safe.
 */
public final class SparseFile implements BucketMemory {
  private static final int BUCKETS_PER_MAPPING = 256;

  private final Path folder;
  private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();

  /**
   * @param folder of a file system that stores holes, where the file is made
   */
  public SparseFile(Path folder) {
    this.folder = folder;
  }

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public synchronized ByteBuffer[] allocate(int buckets) {
    if (free.size() < buckets) {
      map(buckets - free.size());
    }
    ByteBuffer[] all = new ByteBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      all[i] = free.remove();
    }
    return all;
  }

  private void map(int buckets) {
    try {
      Path path = Files.createTempFile(folder, "buckets", ".sparse");
      try (FileChannel channel =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        Files.delete(path);
        for (int done = 0; done < buckets; done += BUCKETS_PER_MAPPING) {
          int part = Math.min(BUCKETS_PER_MAPPING, buckets - done);
          ByteBuffer mapping =
              channel.map(
                  MapMode.READ_WRITE,
                  (long) done * BucketLayout.BUCKET_BYTES,
                  (long) part * BucketLayout.BUCKET_BYTES);
          for (int i = 0; i < part; i++) {
            free.add(mapping.slice(i * BucketLayout.BUCKET_BYTES, BucketLayout.BUCKET_BYTES));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot map a file in " + folder + ": " + e.getMessage(), e);
    }
  }
}
