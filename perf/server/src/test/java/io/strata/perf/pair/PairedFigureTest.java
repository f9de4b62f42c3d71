package io.strata.perf.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PairedFigureTest {
  private static final int PAIRS = 200;

  private final Random random = new Random(3);

  @Test
  void driftOfBothSidesDoesNotChangeTheRatio() {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      long machine = 1_000 + 40L * i + random.nextInt(2_000);
      pairs.add(
          new SlicePair(
              i % 2 == 0, Slices.of(machine, 1_000_000), Slices.of(machine * 5 / 4, 1_000_000)));
    }

    PairedFigure rows = PairedFigure.of(PairedMeasure.ROWS, pairs);

    assertThat(rows.second() / rows.first()).isCloseTo(1.25, Percentage.withPercentage(1));
    assertThat(rows.ratio().low()).isCloseTo(1.25, within(0.002));
    assertThat(rows.ratio().high()).isCloseTo(1.25, within(0.002));
    assertThat(PairedFigure.of(PairedMeasure.CPU, pairs).ratio().estimate())
        .isCloseTo(0.8, within(0.002));
  }

  @Test
  void outliersDoNotChangeTheMeanOfTheMiddleHalf() {
    List<SlicePair> pairs = noisy(1.1);
    for (int i = 0; i < PAIRS / 10; i++) {
      pairs.set(i, new SlicePair(true, Slices.of(10_000, 1), Slices.of(10, 1)));
    }

    PairedFigure rows = PairedFigure.of(PairedMeasure.ROWS, pairs);

    assertThat(rows.ratio().contains(1.1)).as("%s", rows).isTrue();
    assertThat(rows.ratio().contains(1)).isFalse();
    assertThat(PairedFigure.of(PairedMeasure.MISSES, pairs).ratio().estimate())
        .as("the same of each row")
        .isEqualTo(1);
  }

  @Test
  void onlyTheMiddleHalfOfTheRatiosCounts() {
    List<SlicePair> pairs = new ArrayList<>();
    for (long rows : List.of(90_000L, 1_300L, 1L, 1_100L, 1_200L, 20_000L, 1_400L, 2L)) {
      pairs.add(new SlicePair(true, Slices.of(1_000, 1), Slices.of(rows, 1)));
    }

    assertThat(PairedFigure.of(PairedMeasure.ROWS, pairs).ratio().estimate())
        .isCloseTo((1.1 + 1.2 + 1.3 + 1.4) / 4, within(1e-9));
  }

  /** Such as a slice of a server that stands still. */
  @Test
  void sliceWithoutRowsIsAnOutlier() {
    List<SlicePair> pairs = noisy(1.1);
    pairs.set(0, new SlicePair(true, Slices.of(0, 1), Slices.of(1_000, 1)));
    pairs.set(1, new SlicePair(true, Slices.of(0, 1), Slices.of(0, 1)));

    PairedFigure rows = PairedFigure.of(PairedMeasure.ROWS, pairs);

    assertThat(rows.ratio().contains(1.1)).as("%s", rows).isTrue();
  }

  @Test
  void controlRatioIsOne() {
    PairedFigure rows = PairedFigure.of(PairedMeasure.ROWS, noisy(1));

    assertThat(rows.ratio().contains(1)).as("%s", rows).isTrue();
    assertThat(rows.ratio().high() - rows.ratio().low()).isBetween(0.001, 0.02);
  }

  private List<SlicePair> noisy(double ratio) {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(
          new SlicePair(i % 2 == 0, Slices.of(noisyRows(1), 1), Slices.of(noisyRows(ratio), 1)));
    }
    return pairs;
  }

  private long noisyRows(double times) {
    return (long) (10_000 * times * (1 + 0.03 * random.nextGaussian()));
  }

  @Test
  void rareEventsAreRatiosOfSums() {
    List<SlicePair> pairs =
        List.of(
            new SlicePair(true, collected(0), collected(0)),
            new SlicePair(false, collected(30), collected(0)),
            new SlicePair(true, collected(0), collected(10)),
            new SlicePair(false, collected(10), collected(10)));

    PairedFigure gc = PairedFigure.of(PairedMeasure.GC, pairs);

    assertThat(gc.first()).isEqualTo(0.01);
    assertThat(gc.second()).isEqualTo(0.005);
    assertThat(gc.ratio().estimate()).isEqualTo(0.5);
    assertThat(gc.ratio().low()).isLessThan(0.5);
    assertThat(gc.ratio().high()).isGreaterThan(0.5);
  }

  /** Such as a collection of garbage, which a median of the slices would not contain. */
  @Test
  void cpuTimeOfFewSlicesCounts() {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(
          new SlicePair(
              true, Slices.of(1_000, 1_000), Slices.of(1_000, i % 20 == 0 ? 5_000 : 1_000)));
    }

    PairedFigure cpu = PairedFigure.of(PairedMeasure.CPU, pairs);

    assertThat(cpu.first()).isEqualTo(1);
    assertThat(cpu.second()).isEqualTo(1.2);
    assertThat(cpu.ratio().estimate()).isEqualTo(1.2);
  }

  private static PairedSlice collected(long millis) {
    return Slices.of(10 * millis, 1);
  }

  @Test
  void percentilesAreOfMergedLatencies() {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(new SlicePair(true, Slices.of(1, 1, latencies(1)), Slices.of(1, 1, latencies(2))));
    }

    for (PairedMeasure measure : List.of(PairedMeasure.P99, PairedMeasure.P999)) {
      PairedFigure figure = PairedFigure.of(measure, pairs);
      assertThat(figure.first()).isEqualTo(merged(pairs, SlicePair::first, measure.percentile()));
      assertThat(figure.second()).isEqualTo(merged(pairs, SlicePair::second, measure.percentile()));
      assertThat(figure.ratio().estimate()).isEqualTo(figure.second() / figure.first());
      assertThat(figure.ratio().contains(2)).as("%s", figure).isTrue();
    }
  }

  /** Returns few latencies: no slice has a p99.9 of its own. */
  private long[] latencies(int times) {
    return LongStream.generate(() -> (long) (times * 1e6 * Math.exp(0.5 * random.nextGaussian())))
        .limit(100)
        .toArray();
  }

  private static double merged(
      List<SlicePair> pairs, Function<SlicePair, PairedSlice> side, double percentile) {
    Histogram all = new Histogram(1_000, 60_000_000_000L, 3);
    pairs.forEach(pair -> all.add(side.apply(pair).latencies()));
    return all.getValueAtPercentile(percentile);
  }

  @Test
  void missingMeasureHasNoRatio() {
    List<SlicePair> pairs = List.of(new SlicePair(true, collected(0), collected(0)));

    assertThat(PairedFigure.of(PairedMeasure.HIT_RATIO, pairs).ratio().estimate()).isNaN();
    assertThat(PairedFigure.of(PairedMeasure.P99, pairs).first()).isNaN();
  }
}
