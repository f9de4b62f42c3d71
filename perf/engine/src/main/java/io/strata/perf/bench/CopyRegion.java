package io.strata.perf.bench;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * A baseline for inserts: copies blocks into memory without a cache. The destination is as large as
 * a cache of {@value #BYTES} bytes, with the same sources and copy sizes. Each thread repeatedly
 * fills its own part of the destination.
 */
final class CopyRegion {
  /** Size of the destination, in bytes. */
  static final long BYTES = 1L << 30;

  private static final int PIECES = (int) (BYTES / SourceBlocks.BLOCK_BYTES);

  private final ByteBuffer region = ByteBuffer.allocateDirect((int) BYTES);
  private final SourceBlocks sources;
  private final int threads;

  CopyRegion(SourceBlocks sources, int threads) {
    this.sources = sources;
    this.threads = threads;
  }

  /** Copies until the time is over and returns the number of copied bytes. */
  long copy(int thread, BooleanSupplier over) {
    int each = PIECES / threads;
    int copied = 0;
    while (!over.getAsBoolean()) {
      int offset = (thread * each + copied % each) * SourceBlocks.BLOCK_BYTES;
      region.put(offset, sources.buffer(thread * each + copied), 0, SourceBlocks.BLOCK_BYTES);
      copied++;
    }
    return (long) copied * SourceBlocks.BLOCK_BYTES;
  }
}
