package io.strata.l2.stream.layout;

/**
 * The 32-bit address of a block.
 *
 * <pre>
 *  31                    10 9         0
 * +------------------------+-----------+
 * | buffer                 | block     |
 * +------------------------+-----------+
 * </pre>
 *
 * The address of an entry is that of its last block. Pure arithmetic.
 */
public final class Address {
  /** The address of no block: the first block of a buffer is never part of an entry. */
  public static final int NONE = 0;

  private static final int BLOCK_BITS =
      Integer.SIZE - Integer.numberOfLeadingZeros(StreamLayout.BLOCKS - 1);
  private static final int BLOCK_MASK = (1 << BLOCK_BITS) - 1;

  /** Maximum number of buffers: one fewer than are addressable, so that -1 is no address. */
  public static final int MAX_BUFFERS = (1 << (Integer.SIZE - BLOCK_BITS)) - 1;

  private Address() {}

  /** Returns the address of a block. */
  public static int of(int buffer, int block) {
    return buffer << BLOCK_BITS | block;
  }

  /** Returns the number of the block's buffer. */
  public static int buffer(int address) {
    return address >>> BLOCK_BITS;
  }

  /** Returns the number of the block in its buffer. */
  public static int block(int address) {
    return address & BLOCK_MASK;
  }
}
