package io.strata.perf.pair;

import io.strata.perf.common.Bootstrap;
import io.strata.perf.common.Interval;
import io.strata.perf.common.Spread;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A measure over all pairs of a load.
 *
 * @param first the first server's value
 * @param second the second server's value
 * @param ratio second over first, within pairs
 */
public record PairedFigure(double first, double second, Interval ratio) {
  /**
   * Computes a measure.
   *
   * @param pairs at least one
   */
  public static PairedFigure of(PairedMeasure measure, List<SlicePair> pairs) {
    return switch (measure.kind()) {
      case MIDDLE -> middle(pairs, measure::value);
      case SUMS -> sums(pairs, measure);
      case MERGED -> merged(pairs, measure.percentile());
    };
  }

  private static PairedFigure middle(List<SlicePair> pairs, ToDoubleFunction<PairedSlice> value) {
    double[] ratios =
        pairs.stream()
            .mapToDouble(
                pair -> value.applyAsDouble(pair.second()) / value.applyAsDouble(pair.first()))
            .toArray();
    int[] ascending =
        IntStream.range(0, ratios.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> ratios[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new PairedFigure(
        median(pairs, SlicePair::first, value),
        median(pairs, SlicePair::second, value),
        Bootstrap.interval(ratios.length, times -> middle(ratios, ascending, times)));
  }

  private static double median(
      List<SlicePair> pairs,
      Function<SlicePair, PairedSlice> side,
      ToDoubleFunction<PairedSlice> value) {
    return Spread.of(pairs.stream().map(side).mapToDouble(value)).median();
  }

  /** Returns the mean of the middle half of weighted values. */
  private static double middle(double[] values, int[] ascending, int[] times) {
    int total = Arrays.stream(times).sum();
    int from = total / 4;
    int to = total - from;
    double sum = 0;
    int rank = 0;
    for (int i : ascending) {
      int counted = Math.min(to, rank + times[i]) - Math.max(from, rank);
      // Outside of the middle half, a ratio may be infinite or not a number: a slice without rows.
      sum += counted > 0 ? counted * values[i] : 0;
      rank += times[i];
    }
    return sum / (to - from);
  }

  private static PairedFigure sums(List<SlicePair> pairs, PairedMeasure measure) {
    Quotient first = new Quotient(pairs, SlicePair::first, measure);
    Quotient second = new Quotient(pairs, SlicePair::second, measure);
    return figure(pairs.size(), first::of, second::of);
  }

  private static PairedFigure merged(List<SlicePair> pairs, double percentile) {
    MergedLatencies first = latencies(pairs, SlicePair::first);
    MergedLatencies second = latencies(pairs, SlicePair::second);
    return figure(
        pairs.size(),
        times -> first.percentile(times, percentile),
        times -> second.percentile(times, percentile));
  }

  private static MergedLatencies latencies(
      List<SlicePair> pairs, Function<SlicePair, PairedSlice> side) {
    return new MergedLatencies(pairs.stream().map(side).map(PairedSlice::latencies).toList());
  }

  private static PairedFigure figure(
      int pairs, ToDoubleFunction<int[]> first, ToDoubleFunction<int[]> second) {
    int[] once = new int[pairs];
    Arrays.fill(once, 1);
    return new PairedFigure(
        first.applyAsDouble(once),
        second.applyAsDouble(once),
        Bootstrap.interval(
            pairs, times -> second.applyAsDouble(times) / first.applyAsDouble(times)));
  }

  /** A quotient of two weighted sums. */
  private static final class Quotient {
    private final double[] values;
    private final double[] over;

    Quotient(List<SlicePair> pairs, Function<SlicePair, PairedSlice> side, PairedMeasure measure) {
      values = pairs.stream().map(side).mapToDouble(measure::value).toArray();
      over = pairs.stream().map(side).mapToDouble(measure::over).toArray();
    }

    double of(int[] times) {
      double value = 0;
      double by = 0;
      for (int i = 0; i < times.length; i++) {
        value += times[i] * values[i];
        by += times[i] * over[i];
      }
      return value / by;
    }
  }
}
