package io.strata.perf.bench;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * Copies blocks into memory as fast as the machine can, with no cache around it: as large a
 * destination as a cache of {@value #BYTES} bytes has, the same sources, the same piece at a time.
 * Each thread fills a part of its own, over and over.
 */
final class CopyRegion {
  /** Bytes of the destination. */
  static final long BYTES = 1L << 30;

  private static final int PIECES = (int) (BYTES / SourceBlocks.BLOCK_BYTES);

  private final ByteBuffer region = ByteBuffer.allocateDirect((int) BYTES);
  private final SourceBlocks sources;
  private final int threads;

  CopyRegion(SourceBlocks sources, int threads) {
    this.sources = sources;
    this.threads = threads;
  }

  /** Copies until it is over; returns how many bytes. */
  long copy(int thread, BooleanSupplier over) {
    int each = PIECES / threads;
    int copied = 0;
    while (!over.getAsBoolean()) {
      int place = (thread * each + copied % each) * SourceBlocks.BLOCK_BYTES;
      region.put(place, sources.buffer(thread * each + copied), 0, SourceBlocks.BLOCK_BYTES);
      copied++;
    }
    return (long) copied * SourceBlocks.BLOCK_BYTES;
  }
}
