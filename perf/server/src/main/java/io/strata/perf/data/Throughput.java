package io.strata.perf.data;

import java.util.List;

/**
 * Rows that were answered in each interval of a sample, one after the other.
 *
 * @param intervalMillis length of the intervals
 * @param rows of each
 */
public record Throughput(int intervalMillis, List<Long> rows) {

  /**
   * How uneven it is: the standard deviation of the intervals, divided by their mean. NaN where
   * there are no intervals, or no rows.
   */
  public double variation() {
    double mean = rows.stream().mapToLong(Long::longValue).average().orElse(Double.NaN);
    double squares = rows.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum();
    return Math.sqrt(squares / rows.size()) / mean;
  }

  /**
   * What the slowest interval lacks of the median one, in percent of it. NaN where there are no
   * intervals, or where the median one has no rows.
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
