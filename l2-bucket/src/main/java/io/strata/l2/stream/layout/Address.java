package io.strata.l2.stream.layout;

/**
 * Where a block lies, in 32 bits.
 *
 * <pre>
 *  31                    10 9         0
 * +------------------------+-----------+
 * | buffer                 | block     |
 * +------------------------+-----------+
 * </pre>
 *
 * An entry's address is that of its last block. Pure arithmetic.
 */
public final class Address {
  /** No block: the first block of a buffer is never an entry's. */
  public static final int NONE = 0;

  private static final int BLOCK_BITS = Integer.numberOfTrailingZeros(StreamLayout.BLOCKS);
  private static final int BLOCK_MASK = StreamLayout.BLOCKS - 1;

  /** How many buffers there may be. */
  public static final int MAX_BUFFERS = 1 << (Integer.SIZE - BLOCK_BITS);

  private Address() {}

  /** The address of a block. */
  public static int of(int buffer, int block) {
    return buffer << BLOCK_BITS | block;
  }

  /** The number of its buffer. */
  public static int buffer(int address) {
    return address >>> BLOCK_BITS;
  }

  /** Which block of its buffer it is. */
  public static int block(int address) {
    return address & BLOCK_MASK;
  }
}
