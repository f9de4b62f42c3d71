package io.strata.it.correctness;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The values of each version of each row, as a function, so that none need be stored. */
public final class Content {
  private static final int DELETED_EVERY = 7;
  private static final int LARGE_EVERY = 500;
  private static final int LARGE = 40_000;
  private static final int HUGE_ROW = 77;
  private static final int HUGE = 600_000;

  /** Number of repetitions of each word. */
  private static final int REPEATED = 4;

  private Content() {}

  /** Returns whether a row of a version is absent: never written (version 0), or deleted. */
  public static boolean isAbsent(int version) {
    return version == 0 || version % DELETED_EVERY == DELETED_EVERY - 1;
  }

  static byte[] value(int row, Family family, int version) {
    return proving(row, family.name(), version, length(row, family, version));
  }

  /**
   * Returns at least 4 bytes that only one version of one row has in one family. They begin with
   * the version; the rest compresses to less than half, also with LZ4.
   */
  public static byte[] proving(int row, String family, int version, int length) {
    SplittableRandom random = random(row, family, version);
    byte[] value = new byte[length];
    ByteBuffer out = ByteBuffer.wrap(value).putInt(version);
    while (out.remaining() >= REPEATED * Long.BYTES) {
      long word = random.nextLong();
      for (int i = 0; i < REPEATED; i++) {
        out.putLong(word);
      }
    }
    return value;
  }

  private static SplittableRandom random(int row, String family, int version) {
    return new SplittableRandom(((long) row << 32 | version) * 31 + family.hashCode());
  }

  /**
   * Returns a length. Some values are larger than a block, one is larger than any slot of HBase's
   * cache.
   */
  private static int length(int row, Family family, int version) {
    if (row == HUGE_ROW && family == Family.PLAIN) {
      return HUGE;
    }
    return row % LARGE_EVERY == 0 ? LARGE : random(row, family.name(), version).nextInt(200, 1400);
  }
}
