package io.strata.it.correctness;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** What each version of each row holds: a function, so that nothing of it need be kept. */
public final class Content {
  private static final int DELETED_EVERY = 7;
  private static final int LARGE_EVERY = 500;
  private static final int LARGE = 40_000;
  private static final int HUGE_ROW = 77;
  private static final int HUGE = 600_000;

  /** So many times each word stands there. */
  private static final int REPEATED = 4;

  private Content() {}

  /** Version 0 is a row that was never written; of the others, some are deletions. */
  public static boolean isAbsent(int version) {
    return version == 0 || version % DELETED_EVERY == DELETED_EVERY - 1;
  }

  static byte[] value(int row, Family family, int version) {
    return proving(row, family.name(), version, length(row, family, version));
  }

  /**
   * Bytes that only one version of one row has in one family, 4 or more of them: the version first;
   * the rest compresses to less than a half, by LZ4 as well.
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
   * Some values are larger than a block, and one is larger than any slot that HBase's cache has.
   */
  private static int length(int row, Family family, int version) {
    if (row == HUGE_ROW && family == Family.PLAIN) {
      return HUGE;
    }
    return row % LARGE_EVERY == 0 ? LARGE : random(row, family.name(), version).nextInt(200, 1400);
  }
}
