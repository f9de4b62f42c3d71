package io.strata.perf.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bytes of values, as a function of the row's number, so that an answer is checked without
 * keeping anything, at some gigabytes a second. The first byte is the number's last digit, for
 * filters on the server.
 */
final class Values {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int WORD = Long.BYTES;
  private static final long ODD = 0x9E3779B97F4A7C15L;

  private Values() {}

  /** Returns the first byte of a row's value. */
  static byte firstByte(long row) {
    return (byte) (row % 10);
  }

  /** Writes a value of that length to the beginning of an array. */
  static void fill(long row, byte[] target, int length) {
    long seed = Mix.mix(row, 0);
    int at = 0;
    for (; at + WORD <= length; at += WORD) {
      LONGS.set(target, at, word(seed, at));
    }
    for (; at < length; at++) {
      target[at] = tail(seed, at);
    }
    if (length > 0) {
      target[0] = firstByte(row);
    }
  }

  /** Returns whether bytes are the first {@code length} bytes of a row's value. */
  static boolean begin(long row, byte[] bytes, int offset, int length) {
    if (length == 0) {
      return true;
    }
    long seed = Mix.mix(row, 0);
    boolean same = bytes[offset] == firstByte(row);
    int at = 1;
    for (; at < Math.min(length, WORD); at++) {
      same &= bytes[offset + at] == tail(seed, at);
    }
    for (; at + WORD <= length; at += WORD) {
      same &= (long) LONGS.get(bytes, offset + at) == word(seed, at);
    }
    for (; at < length; at++) {
      same &= bytes[offset + at] == tail(seed, at);
    }
    return same;
  }

  private static long word(long seed, int at) {
    long z = (seed + at) * ODD;
    return z ^ (z >>> 32);
  }

  /** Returns a byte of a word that is not compared as a whole: the first or the last of a value. */
  private static byte tail(long seed, int at) {
    return (byte) (word(seed, at & -WORD) >>> (8 * (at % WORD)));
  }
}
