package io.strata.l2;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Header;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The first bytes of buckets, given out in turn, since an allocation outside the heap for each
 * sample of a test would take longer than the sample. There are many times more than the samples
 * that are under way at one time.
 */
public final class Memory {
  /** Room for four headers, or for one and the bytes of a block. */
  private static final int BYTES = 4 * Header.BYTES;

  private static final int COUNT = 1 << 15;
  private static final ByteBuffer[] ALL = new ByteBuffer[COUNT];
  private static final AtomicInteger NEXT = new AtomicInteger();

  static {
    ByteBuffer whole =
        ByteBuffer.allocateDirect(COUNT * BYTES + BucketLayout.ALIGNMENT)
            .alignedSlice(BucketLayout.ALIGNMENT);
    for (int i = 0; i < COUNT; i++) {
      ALL[i] = whole.slice(i * BYTES, BYTES);
    }
  }

  private Memory() {}

  /** So many buckets, zeroed. */
  public static ByteBuffer[] take(int buckets) {
    ByteBuffer[] taken = new ByteBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      taken[i] = ALL[NEXT.getAndIncrement() & (COUNT - 1)];
      for (int at = 0; at < BYTES; at += Long.BYTES) {
        taken[i].putLong(at, 0L);
      }
    }
    return taken;
  }
}
