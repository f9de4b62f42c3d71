package io.strata.perf.bench;

import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Reusable blocks for inserts at full speed, in direct memory as HBase's buffer pool provides.
 * Those of the usual size exceed the processor caches, so that copies read from main memory.
 * Immutable.
 */
final class SourceBlocks {
  /** Usual size of a block, header included. */
  static final int BLOCK_BYTES = 64 << 10;

  private static final int COUNT = 1_024;

  private final ByteBuffer[] buffers = new ByteBuffer[COUNT];
  private final HFileBlock[] blocks = new HFileBlock[COUNT];

  /** Creates blocks of the usual size. */
  SourceBlocks() {
    this(BLOCK_BYTES);
  }

  /** Creates blocks of a size in bytes, header included. */
  SourceBlocks(int bytes) {
    for (int i = 0; i < COUNT; i++) {
      buffers[i] = ByteBuffer.allocateDirect(bytes);
      blocks[i] = SampleBlocks.over(buffers[i], SampleFiles.offset(i));
    }
  }

  /** Returns a block for a number; numbers wrap around. */
  HFileBlock block(int number) {
    return blocks[number & (COUNT - 1)];
  }

  /** Returns the memory of the block for a number. */
  ByteBuffer buffer(int number) {
    return buffers[number & (COUNT - 1)];
  }
}
