package io.strata.l2.stream.layout;

import io.strata.l2.layout.BucketLayout;

/**
 * The layout of a buffer: equal blocks, the first of which hold one word per block.
 *
 * <pre>
 * | words of all blocks       | block | block | block | ... | block |
 * | (in the buffer's blocks)  |       |       |       |     |       |
 * </pre>
 *
 * An entry is a chain of <i>runs</i> of adjacent blocks of one buffer. All blocks of an entry are
 * full, except the last. Pure arithmetic.
 */
public final class StreamLayout {
  /** Bytes of a buffer, which is a bucket from the same memory. */
  public static final int BUFFER_BYTES = BucketLayout.BUCKET_BYTES;

  /** Bytes of a block. */
  public static final int BLOCK_BYTES = 4 << 10;

  /** Blocks of a buffer, including those that hold its words. */
  public static final int BLOCKS = BUFFER_BYTES / BLOCK_BYTES;

  /** Blocks at the beginning of a buffer that hold words. */
  public static final int WORD_BLOCKS = BLOCKS * Long.BYTES / BLOCK_BYTES;

  /** Blocks of a buffer that entries can use. */
  public static final int USABLE_BLOCKS = BLOCKS - WORD_BLOCKS;

  private StreamLayout() {}

  /** Returns the offset of a block's word in the buffer, in bytes. */
  public static int word(int block) {
    return block * Long.BYTES;
  }

  /** Returns the offset of a block in the buffer, in bytes. */
  public static int offset(int block) {
    return block * BLOCK_BYTES;
  }

  /** Returns the number of blocks for this many bytes; 1 for 0 bytes, so that it has an address. */
  public static int blocksFor(int bytes) {
    return bytes == 0 ? 1 : (bytes - 1) / BLOCK_BYTES + 1;
  }

  /** Returns the number of an entry's bytes in its last block. */
  public static int lengthOfLast(int bytes) {
    return bytes == 0 ? 0 : (bytes - 1) % BLOCK_BYTES + 1;
  }
}
