package io.strata.it.soak;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * When regions were closed and opened anew, and when they were merged, so that a scan can be told
 * whether it fell into such a time. Thread-safe.
 */
final class Transitions {
  private final Clock reopenings = new Clock();
  private final Clock merges = new Clock();

  /** Counts beginnings before they take effect, and ends after. */
  private static final class Clock {
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
  }

  /** A moment, as numbers of transitions that had ended by then. */
  record Moment(int reopenings, int merges) {}

  Moment now() {
    return new Moment(reopenings.ended.get(), merges.ended.get());
  }

  /** Whether some region was closed since, or was being closed or opened then. */
  boolean reopenedSince(Moment then) {
    return reopenings.begun.get() > then.reopenings() || mergedSince(then);
  }

  /** Whether regions were merged since, or were being merged then. */
  boolean mergedSince(Moment then) {
    return merges.begun.get() > then.merges();
  }

  <T> T reopening(Callable<T> action) throws Exception {
    return during(reopenings, action);
  }

  <T> T merging(Callable<T> action) throws Exception {
    return during(merges, action);
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
