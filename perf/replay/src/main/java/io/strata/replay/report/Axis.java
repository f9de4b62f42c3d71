package io.strata.replay.report;

import java.util.stream.IntStream;

/**
 * An axis from zero, in percent.
 *
 * @param interval from tick to tick
 * @param end its last tick
 */
record Axis(int interval, int end) {
  private static final int MOST_INTERVALS = 5;

  /** With few and round ticks, the last of them at or behind a value above 0 and to 100. */
  static Axis to(double highest) {
    int interval =
        IntStream.of(1, 2, 5, 10)
            .filter(each -> MOST_INTERVALS * each >= highest)
            .findFirst()
            .orElse(20);
    return new Axis(interval, interval * Math.max(1, (int) Math.ceil(highest / interval)));
  }
}
