package io.strata.l2.memory;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;

/** Maps buckets that are stored consecutively from the beginning of a file. */
final class MappedBuckets {
  /** Maximum number of buckets per mapping; kernels limit the number of mappings. */
  private static final int BUCKETS_PER_MAPPING = 256;

  private MappedBuckets() {}

  /**
   * Maps this many buckets, extending the file as necessary.
   *
   * @param channel open for reading and writing
   */
  static BucketBuffer[] map(FileChannel channel, int buckets) throws IOException {
    BucketBuffer[] all = new BucketBuffer[buckets];
    for (int done = 0; done < buckets; done += BUCKETS_PER_MAPPING) {
      int part = Math.min(BUCKETS_PER_MAPPING, buckets - done);
      ByteBuffer mapping =
          channel.map(
              MapMode.READ_WRITE,
              (long) done * BucketLayout.BUCKET_BYTES,
              (long) part * BucketLayout.BUCKET_BYTES);
      for (int i = 0; i < part; i++) {
        all[done + i] = new BucketBuffer(mapping, i * BucketLayout.BUCKET_BYTES);
      }
    }
    return all;
  }
}
