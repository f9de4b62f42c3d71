package io.strata.l1;

import java.util.concurrent.atomic.LongAdder;

/** Counts what an {@link EntryListener} is told. */
final class CountingListener implements EntryListener<Key, String> {

  final LongAdder added = new LongAdder();
  final LongAdder evicted = new LongAdder();
  final LongAdder replaced = new LongAdder();
  final LongAdder removed = new LongAdder();

  @Override
  public void added(TierEntry<Key, String> entry) {
    added.increment();
  }

  @Override
  public void left(TierEntry<Key, String> entry, Cause cause) {
    switch (cause) {
      case EVICTED -> evicted.increment();
      case REPLACED -> replaced.increment();
      case REMOVED -> removed.increment();
    }
  }

  long left() {
    return evicted.sum() + replaced.sum() + removed.sum();
  }
}
