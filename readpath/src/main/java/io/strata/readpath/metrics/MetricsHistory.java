package io.strata.readpath.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last hour, in steps of {@value #STEP_SECONDS} seconds: what was counted at each. Thread-safe.
 */
public final class MetricsHistory {
  /** Seconds between two points. */
  public static final int STEP_SECONDS = 10;

  private static final int HOUR = 3_600 / STEP_SECONDS;

  /**
   * What had been counted by then, since the start.
   *
   * @param millis of the epoch
   * @param hits in all tiers
   * @param misses of all tiers
   * @param evicted blocks that went for room, of the tier off the heap
   * @param timedHits hits that were timed
   * @param timedHitNanos how long these took
   */
  public record Point(
      long millis, long hits, long misses, long evicted, long timedHits, long timedHitNanos) {}

  private final Deque<Point> points = new ArrayDeque<>();

  synchronized void add(Point point) {
    points.addLast(point);
    if (points.size() > HOUR + 1) {
      points.removeFirst();
    }
  }

  /** The points of the last hour, the oldest first. */
  public synchronized List<Point> points() {
    return new ArrayList<>(points);
  }
}
