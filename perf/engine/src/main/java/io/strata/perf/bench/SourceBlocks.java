package io.strata.perf.bench;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Blocks to insert as fast as possible, again and again, in direct memory as from HBase's pool: so
 * many that they come from the machine's memory, not from the processor's caches. Immutable.
 */
final class SourceBlocks {
  /** Bytes of a block, its header included. */
  static final int BLOCK_BYTES = 64 << 10;

  private static final int COUNT = 1_024;

  private final ByteBuffer[] buffers = new ByteBuffer[COUNT];
  private final HFileBlock[] blocks = new HFileBlock[COUNT];

  SourceBlocks() {
    for (int i = 0; i < COUNT; i++) {
      buffers[i] = ByteBuffer.allocateDirect(BLOCK_BYTES);
      blocks[i] = SampleBlocks.over(buffers[i], SampleFiles.offset(i));
    }
  }

  /** One of the blocks; any number will do. */
  HFileBlock block(int number) {
    return blocks[number & (COUNT - 1)];
  }

  /** The memory of that block. */
  ByteBuffer buffer(int number) {
    return buffers[number & (COUNT - 1)];
  }
}
