package io.strata.flash.read;

import java.util.concurrent.atomic.LongAdder;

/** What came of reads. Thread-safe. */
public final class ReadCounters {
  final LongAdder hits = new LongAdder();
  final LongAdder damaged = new LongAdder();
  final LongAdder readErrors = new LongAdder();
  final LongAdder noBuffer = new LongAdder();

  /** Blocks that were read. */
  public long hits() {
    return hits.sum();
  }

  /** Blocks that were found damaged, or others than they should be. */
  public long damaged() {
    return damaged.sum();
  }

  /** Reads that a device failed to do. */
  public long readErrors() {
    return readErrors.sum();
  }

  /** Reads for which no buffer was free. */
  public long noBuffer() {
    return noBuffer.sum();
  }
}
