package io.strata.l2.count;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts blocks by kind. Thread-safe; counting takes no lock and allocates nothing. */
public final class KindCounter {
  private final BlockKinds kinds;
  private final LongAdder[] counts;

  public KindCounter(BlockKinds kinds) {
    this.kinds = kinds;
    this.counts = Stream.generate(LongAdder::new).limit(kinds.count()).toArray(LongAdder[]::new);
  }

  /** Counts a block with these attributes. */
  public void count(long attributes) {
    counts[kinds.of(attributes)].increment();
  }

  /** Returns the count over all kinds; an estimate while others count. */
  public long sum() {
    long sum = 0;
    for (LongAdder each : counts) {
      sum += each.sum();
    }
    return sum;
  }

  /** Returns the count of each kind. */
  public List<Long> byKind() {
    return Arrays.stream(counts).map(LongAdder::sum).toList();
  }
}
