package io.strata.trace;

import java.nio.ByteBuffer;

/**
 * Numbers of variable length (LEB128): seven bits in each byte, the lowest first; the eighth bit
 * tells whether more follow. Differences are ZigZag-encoded, so that small ones of either sign are
 * short.
 */
final class Varints {
  /** The maximum bytes of a number. */
  static final int MAX_BYTES = 10;

  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private Varints() {}

  static void put(ByteBuffer to, long value) {
    long rest = value;
    while ((rest & -MORE) != 0) {
      to.put((byte) (rest | MORE));
      rest >>>= BITS;
    }
    to.put((byte) rest);
  }

  static void putDifference(ByteBuffer to, long value) {
    put(to, value << 1 ^ value >> 63);
  }

  /**
   * Reads a number.
   *
   * @throws MalformedException if it is too long
   * @throws java.nio.BufferUnderflowException if it is truncated
   */
  static long get(ByteBuffer from) throws MalformedException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte next = from.get();
      value |= (long) (next & (MORE - 1)) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedException("a number has more than " + MAX_BYTES + " bytes");
  }

  static long getDifference(ByteBuffer from) throws MalformedException {
    long folded = get(from);
    return folded >>> 1 ^ -(folded & 1);
  }
}
