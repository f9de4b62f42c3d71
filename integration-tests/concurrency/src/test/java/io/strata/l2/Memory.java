package io.strata.l2;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.Header;

/** The first bytes of buckets. */
public final class Memory {
  /** Holds four headers, or one and the bytes of a block. */
  private static final int BYTES = 4 * Header.BYTES;

  private static final Ring ALL = new Ring(1 << 15, BYTES);

  private Memory() {}

  /** Returns the memory of buckets, zeroed. */
  public static BucketBuffer[] take(int buckets) {
    BucketBuffer[] taken = new BucketBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      taken[i] = new BucketBuffer(ALL.take(BYTES), 0);
    }
    return taken;
  }
}
