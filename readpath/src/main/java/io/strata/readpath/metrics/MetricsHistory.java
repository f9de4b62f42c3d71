package io.strata.readpath.metrics;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The counters of the last hour, in steps of {@value #STEP_SECONDS} seconds. Thread-safe. */
public final class MetricsHistory {
  /** Seconds between two points. */
  public static final int STEP_SECONDS = 10;

  private static final int HOUR = 3_600 / STEP_SECONDS;

  /**
   * The counters at one time, since the start.
   *
   * @param millis time since the epoch
   * @param hits hits in all tiers
   * @param misses misses in all tiers
   * @param evicted blocks that the off-heap tier evicted to free memory
   * @param timedHits hits that were timed
   * @param timedHitNanos total time of the timed hits
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

  /** Returns the points of the last hour, the oldest first. */
  public synchronized List<Point> points() {
    return new ArrayList<>(points);
  }
}
