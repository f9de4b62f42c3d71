package io.strata.perf.bench;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/** Blocks of 4 KB, a little more each, as HBase makes them. Stateless. */
final class SmallBlocks {
  /** The size that they are meant to have. */
  static final int BYTES = 4 << 10;

  private static final int OVERSHOOT = 200;

  /** BucketCache keeps such a block in 5 KB, and lets no more than 0.95 of its memory be used. */
  private static final long CACHE_BYTES_EACH = 5_500;

  /** BucketCache gives each of its 14 size classes a bucket at least. */
  private static final long MORE_BYTES = 64L << 20;

  private SmallBlocks() {}

  /** Bytes, header included. */
  static int bytes(int block) {
    return BYTES + block * 37 % OVERSHOOT;
  }

  /** A new block, in a heap array of its own. */
  static HFileBlock block(int block) {
    return SampleBlocks.over(ByteBuffer.allocate(bytes(block)), SampleFiles.offset(block));
  }

  /** The size of a cache that has room for so many of them, whichever cache it is. */
  static long cacheBytes(int blocks) {
    long bytes = MORE_BYTES + blocks * CACHE_BYTES_EACH;
    return (bytes + (1 << 20) - 1) >> 20 << 20;
  }
}
