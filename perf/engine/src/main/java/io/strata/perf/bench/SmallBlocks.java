package io.strata.perf.bench;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/** Blocks of slightly over 4 KB, as HBase writes them. Stateless. */
final class SmallBlocks {
  /** The nominal block size. */
  static final int BYTES = 4 << 10;

  private static final int OVERSHOOT = 200;

  /** BucketCache stores such a block in 5 KB and fills at most 95 % of its memory. */
  private static final long CACHE_BYTES_EACH = 5_500;

  /** BucketCache gives each of its 14 size classes at least one bucket. */
  private static final long FIXED_BYTES = 64L << 20;

  private SmallBlocks() {}

  /** Returns the size of a block, header included. */
  static int bytes(int block) {
    return BYTES + block * 37 % OVERSHOOT;
  }

  /** Returns a new block in its own heap array. */
  static HFileBlock block(int block) {
    return SampleBlocks.over(ByteBuffer.allocate(bytes(block)), SampleFiles.offset(block));
  }

  /** Returns a capacity that holds a number of blocks in every kind of cache. */
  static long cacheBytes(int blocks) {
    long bytes = FIXED_BYTES + blocks * CACHE_BYTES_EACH;
    return (bytes + (1 << 20) - 1) >> 20 << 20;
  }
}
