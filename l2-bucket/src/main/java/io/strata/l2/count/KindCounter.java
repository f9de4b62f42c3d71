package io.strata.l2.count;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts blocks, each kind by itself. Thread-safe; to count takes no lock and makes no object. */
public final class KindCounter {
  private final BlockKinds kinds;
  private final LongAdder[] counts;

  public KindCounter(BlockKinds kinds) {
    this.kinds = kinds;
    this.counts = Stream.generate(LongAdder::new).limit(kinds.count()).toArray(LongAdder[]::new);
  }

  /** Counts a block that was offered with this as its first word. */
  public void count(long attributes) {
    counts[kinds.of(attributes)].increment();
  }

  /** How many of all kinds were counted, while others count. */
  public long sum() {
    long sum = 0;
    for (LongAdder each : counts) {
      sum += each.sum();
    }
    return sum;
  }

  /** How many of each kind were counted. */
  public List<Long> byKind() {
    return Arrays.stream(counts).map(LongAdder::sum).toList();
  }
}
