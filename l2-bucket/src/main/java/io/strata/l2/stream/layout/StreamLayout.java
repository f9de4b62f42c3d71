package io.strata.l2.stream.layout;

import io.strata.l2.layout.BucketLayout;

/**
 * The layout of a buffer: one word per block, then the blocks, all of equal size.
 *
 * <pre>
 * | words of all blocks | block 1 | block 2 | ... | block n |
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

  /** The number of the first block. There is no block 0, so that 0 is no entry's address. */
  public static final int FIRST_BLOCK = 1;

  /** Blocks of a buffer: as many as fit with a word each. */
  public static final int USABLE_BLOCKS =
      (BUFFER_BYTES - FIRST_BLOCK * Long.BYTES - BucketLayout.ALIGNMENT)
          / (BLOCK_BYTES + Long.BYTES);

  /** One more than the number of the last block. */
  public static final int BLOCKS = FIRST_BLOCK + USABLE_BLOCKS;

  /** Bytes of the words at the beginning of a buffer. */
  public static final int WORD_BYTES = BucketLayout.align(BLOCKS * Long.BYTES);

  private StreamLayout() {}

  /** Returns the offset of a block's word in the buffer, in bytes. */
  public static int word(int block) {
    return block * Long.BYTES;
  }

  /** Returns the offset of a block in the buffer, in bytes. */
  public static int offset(int block) {
    return WORD_BYTES + (block - FIRST_BLOCK) * BLOCK_BYTES;
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
