package io.strata.l2;

import io.strata.l2.layout.BucketLayout;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A ring of pieces of memory outside the heap, which are reused in order: an allocation for each
 * sample of a test would take longer than the sample. There must be many times more pieces than
 * samples in progress. Thread-safe.
 */
public final class Ring {
  private final ByteBuffer[] pieces;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param count number of pieces, a power of two
   * @param bytes of each piece
   */
  public Ring(int count, int bytes) {
    this.pieces = new ByteBuffer[count];
    ByteBuffer whole =
        ByteBuffer.allocateDirect(count * bytes + BucketLayout.ALIGNMENT)
            .alignedSlice(BucketLayout.ALIGNMENT);
    for (int i = 0; i < count; i++) {
      pieces[i] = whole.slice(i * bytes, bytes);
    }
  }

  /** Returns the next piece, with its first bytes zeroed, a multiple of eight. */
  public ByteBuffer take(int zeroed) {
    ByteBuffer piece = pieces[next.getAndIncrement() & (pieces.length - 1)];
    for (int at = 0; at < zeroed; at += Long.BYTES) {
      piece.putLong(at, 0L);
    }
    return piece;
  }
}
