package io.strata.flash.read;

import java.util.concurrent.atomic.LongAdder;

/** The counters of reads. Thread-safe. */
public final class ReadCounters {
  final LongAdder hits = new LongAdder();
  final LongAdder damaged = new LongAdder();
  final LongAdder readErrors = new LongAdder();
  final LongAdder noBuffer = new LongAdder();

  /** Returns the number of blocks that were read. */
  public long hits() {
    return hits.sum();
  }

  /** Returns the number of reads that found a damaged block or another one. */
  public long damaged() {
    return damaged.sum();
  }

  /** Returns the number of failed device reads. */
  public long readErrors() {
    return readErrors.sum();
  }

  /** Returns the number of reads for which no buffer was free. */
  public long noBuffer() {
    return noBuffer.sum();
  }
}
