package io.strata.perf.pair;

import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The latencies of many slices, prepared for merging thousands of times with different weights.
 * Stores only values that occur, no empty buckets. Immutable.
 */
final class MergedLatencies {
  /** The distinct values of all slices, ascending. */
  private final long[] values;

  /** For each slice the indices of its values in {@link #values}. */
  private final int[][] indices;

  /** For each slice the counts of these values. */
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
    indices = new int[slices.size()][];
    counts = new long[slices.size()][];
    for (int i = 0; i < indices.length; i++) {
      int[] sliceIndices = new int[values.length];
      long[] sliceCounts = new long[values.length];
      int size = 0;
      for (HistogramIterationValue each : slices.get(i).recordedValues()) {
        sliceIndices[size] = Arrays.binarySearch(values, each.getValueIteratedTo());
        sliceCounts[size++] = each.getCountAtValueIteratedTo();
      }
      indices[i] = Arrays.copyOf(sliceIndices, size);
      counts[i] = Arrays.copyOf(sliceCounts, size);
    }
  }

  /**
   * Returns a percentile of all slices merged, in nanoseconds; NaN without a latency.
   *
   * @param times the weight of each slice
   */
  double percentile(int[] times, double percentile) {
    long[] merged = new long[values.length];
    long total = 0;
    for (int i = 0; i < times.length; i++) {
      for (int k = 0; times[i] > 0 && k < indices[i].length; k++) {
        merged[indices[i][k]] += times[i] * counts[i][k];
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
