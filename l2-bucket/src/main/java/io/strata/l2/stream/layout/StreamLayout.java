package io.strata.l2.stream.layout;

import io.strata.l2.layout.BucketLayout;

/**
 * How a buffer is cut into equal blocks, the first of which hold a word for each block of it.
 *
 * <pre>
 * | words of all blocks      | block | block | block | ... | block |
 * | (the buffer's own blocks) |       |       |       |     |       |
 * </pre>
 *
 * An entry is a chain of <i>runs</i>, each of neighbouring blocks of one buffer. All blocks of an
 * entry are full but the last one. Pure arithmetic.
 */
public final class StreamLayout {
  /** Bytes of a buffer: it is a bucket, from the same memory. */
  public static final int BUFFER_BYTES = BucketLayout.BUCKET_BYTES;

  /** Bytes of a block. */
  public static final int BLOCK_BYTES = 4 << 10;

  /** Blocks of a buffer, those that hold its words included. */
  public static final int BLOCKS = BUFFER_BYTES / BLOCK_BYTES;

  /** Blocks at a buffer's beginning that hold words. */
  public static final int WORD_BLOCKS = BLOCKS * Long.BYTES / BLOCK_BYTES;

  /** Blocks of a buffer that entries may have. */
  public static final int USABLE_BLOCKS = BLOCKS - WORD_BLOCKS;

  private StreamLayout() {}

  /** Where a block's word begins, in bytes from the buffer's start. */
  public static int word(int block) {
    return block * Long.BYTES;
  }

  /** Where a block begins, in bytes from the buffer's start. */
  public static int place(int block) {
    return block * BLOCK_BYTES;
  }

  /** How many blocks so many bytes take; an entry of no bytes has one, for it has an address. */
  public static int blocksFor(int bytes) {
    return bytes == 0 ? 1 : (bytes - 1) / BLOCK_BYTES + 1;
  }

  /** How many of an entry's bytes lie in its last block. */
  public static int lengthOfLast(int bytes) {
    return bytes == 0 ? 0 : (bytes - 1) % BLOCK_BYTES + 1;
  }
}
