package io.strata.perf.pair;

import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The latencies of many slices, to be merged some thousand times with another weight for each
 * slice. Keeps the values that there are and no empty buckets. Immutable.
 */
final class MergedLatencies {
  /** All values of all slices, ascending. */
  private final long[] values;

  /** Of each slice the places of its values in {@link #values}. */
  private final int[][] places;

  /** Of each slice how often it has them. */
  private final long[][] counts;

  MergedLatencies(List<Histogram> slices) {
    values =
        slices.stream()
            .flatMapToLong(
                slice ->
                    StreamSupport.stream(slice.recordedValues().spliterator(), false)
                        .mapToLong(HistogramIterationValue::getValueIteratedTo))
            .distinct()
            .sorted()
            .toArray();
    places = new int[slices.size()][];
    counts = new long[slices.size()][];
    for (int i = 0; i < places.length; i++) {
      int[] itsPlaces = new int[values.length];
      long[] itsCounts = new long[values.length];
      int size = 0;
      for (HistogramIterationValue each : slices.get(i).recordedValues()) {
        itsPlaces[size] = Arrays.binarySearch(values, each.getValueIteratedTo());
        itsCounts[size++] = each.getCountAtValueIteratedTo();
      }
      places[i] = Arrays.copyOf(itsPlaces, size);
      counts[i] = Arrays.copyOf(itsCounts, size);
    }
  }

  /**
   * Returns a percentile of all slices merged, in nanoseconds; NaN without a latency.
   *
   * @param times how often each slice counts
   */
  double percentile(int[] times, double percentile) {
    long[] merged = new long[values.length];
    long total = 0;
    for (int i = 0; i < times.length; i++) {
      for (int k = 0; times[i] > 0 && k < places[i].length; k++) {
        merged[places[i][k]] += times[i] * counts[i][k];
        total += times[i] * counts[i][k];
      }
    }
    long rank = (long) Math.ceil(total * percentile / 100);
    long below = 0;
    for (int i = 0; i < merged.length; i++) {
      below += merged[i];
      if (below >= rank && below > 0) {
        return values[i];
      }
    }
    return Double.NaN;
  }
}
