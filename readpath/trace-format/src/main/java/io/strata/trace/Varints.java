package io.strata.trace;

import java.nio.ByteBuffer;

/**
 * Numbers of variable length: seven bits in each byte, the lowest first, and in the eighth bit
 * whether more follow (LEB128). Differences are folded so that small ones of either sign are short
 * (ZigZag).
 */
final class Varints {
  /** The most bytes that a number takes. */
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
   * @throws MalformedException when it is longer than any
   * @throws java.nio.BufferUnderflowException when it is cut off
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
    throw new MalformedException("a number has no end");
  }

  static long getDifference(ByteBuffer from) throws MalformedException {
    long folded = get(from);
    return folded >>> 1 ^ -(folded & 1);
  }
}
