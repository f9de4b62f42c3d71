package io.strata.l1;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the calls of an {@link EntryListener}. */
final class CountingListener implements EntryListener<Key, String> {

  final LongAdder added = new LongAdder();
  final LongAdder evicted = new LongAdder();
  final LongAdder replaced = new LongAdder();
  final LongAdder removed = new LongAdder();

  /** Run once, by the thread that adds the next entry, before it is visible. */
  @Nullable Runnable onAdded;

  /** Run once, by the thread that removes the next entry. */
  @Nullable Runnable onLeft;

  @Override
  public void added(TierEntry<Key, String> entry) {
    added.increment();
    Runnable hook = onAdded;
    onAdded = null;
    run(hook);
  }

  private static void run(@Nullable Runnable hook) {
    if (hook != null) {
      hook.run();
    }
  }

  @Override
  public void left(TierEntry<Key, String> entry, Cause cause) {
    switch (cause) {
      case EVICTED -> evicted.increment();
      case REPLACED -> replaced.increment();
      case REMOVED -> removed.increment();
    }
    Runnable hook = onLeft;
    onLeft = null;
    run(hook);
  }

  long left() {
    return evicted.sum() + replaced.sum() + removed.sum();
  }
}
