package io.strata.it.soak;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When regions were closed and opened anew, when they were merged, and when they were flushed, so
 * that a scan can be told whether it fell into such a time. Thread-safe.
 */
final class Transitions {
  private final Clock reopenings = new Clock();
  private final Clock merges = new Clock();
  private final Clock flushes = new Clock();

  /** Counts beginnings before they take effect, and ends after. */
  private static final class Clock {
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
  }

  /** A moment, as numbers of transitions that had ended by then. */
  record Moment(int reopenings, int merges, int flushes) {}

  Moment now() {
    return new Moment(reopenings.ended.get(), merges.ended.get(), flushes.ended.get());
  }

  /** Whether some region was closed since, or was being closed or opened then. */
  boolean reopenedSince(Moment then) {
    return reopenings.begun.get() > then.reopenings() || mergedSince(then);
  }

  /** Whether regions were merged since, or were being merged then. */
  boolean mergedSince(Moment then) {
    return merges.begun.get() > then.merges();
  }

  /** Whether some region was flushed since, or was being flushed then; closing one flushes it. */
  boolean flushedSince(Moment then) {
    return flushes.begun.get() > then.flushes() || reopenedSince(then);
  }

  <T> T reopening(Callable<T> action) throws Exception {
    return during(reopenings, action);
  }

  <T> T merging(Callable<T> action) throws Exception {
    return during(merges, action);
  }

  <T> T flushing(Callable<T> action) throws Exception {
    return during(flushes, action);
  }

  private static <T> T during(Clock clock, Callable<T> action) throws Exception {
    clock.begun.incrementAndGet();
    try {
      return action.call();
    } finally {
      clock.ended.incrementAndGet();
    }
  }
}
