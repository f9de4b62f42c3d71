package io.strata.it.soak;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records when regions were reopened, merged and flushed, so that a scan can be checked for
 * overlap. Thread-safe.
 */
final class Transitions {
  private final Clock reopenings = new Clock();
  private final Clock merges = new Clock();
  private final Clock flushes = new Clock();

  /** Counts beginnings before they take effect, and ends afterwards. */
  private static final class Clock {
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
  }

  /** A moment, as numbers of transitions that had ended by then. */
  record Moment(int reopenings, int merges, int flushes) {}

  Moment now() {
    return new Moment(reopenings.ended.get(), merges.ended.get(), flushes.ended.get());
  }

  /** Returns whether a region was closed since a moment, or was being reopened at it. */
  boolean reopenedSince(Moment then) {
    return reopenings.begun.get() > then.reopenings() || mergedSince(then);
  }

  /** Returns whether regions were merged since a moment, or were being merged at it. */
  boolean mergedSince(Moment then) {
    return merges.begun.get() > then.merges();
  }

  /** Returns whether a region was flushed since a moment, or was being flushed; a close flushes. */
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
