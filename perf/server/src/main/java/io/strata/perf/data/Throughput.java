package io.strata.perf.data;

import java.util.List;

/**
 * Rows answered in each of a sample's consecutive intervals.
 *
 * @param intervalMillis length of an interval
 * @param rows rows of each interval
 */
public record Throughput(int intervalMillis, List<Long> rows) {

  /**
   * Returns the coefficient of variation: the standard deviation of the intervals divided by their
   * mean. NaN without intervals or without rows.
   */
  public double variation() {
    double mean = rows.stream().mapToLong(Long::longValue).average().orElse(Double.NaN);
    double squares = rows.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
    return Math.sqrt(squares / rows.size()) / mean;
  }

  /**
   * Returns how far the slowest interval is below the median one, in percent of the median. NaN
   * without intervals, or if the median is 0.
   */
  public double deepestDip() {
    double[] sorted = rows.stream().mapToDouble(Long::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    return median == 0 ? Double.NaN : 100 * (1 - sorted[0] / median);
  }
}
