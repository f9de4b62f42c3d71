package io.strata.l2;

import io.strata.l2.layout.Header;
import java.nio.ByteBuffer;

/** The first bytes of buckets. */
public final class Memory {
  /** Holds four headers, or one and the bytes of a block. */
  private static final int BYTES = 4 * Header.BYTES;

  private static final Ring ALL = new Ring(1 << 15, BYTES);

  private Memory() {}

  /** Returns the memory of buckets, zeroed. */
  public static ByteBuffer[] take(int buckets) {
    ByteBuffer[] taken = new ByteBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      taken[i] = ALL.take(BYTES);
    }
    return taken;
  }
}
