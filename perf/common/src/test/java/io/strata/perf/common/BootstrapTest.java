package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private static final int SAMPLES = 400;
  private static final int UNITS = 80;
  private static final double MEAN = 3;

  /** The distribution is skewed, as that of latencies is. */
  @Test
  void intervalContainsTheTrueValueInNineteenOfTwentySamples() {
    Random random = new Random(1);
    int covered = 0;
    double widths = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
      double[] values =
          IntStream.range(0, UNITS)
              .mapToDouble(i -> -MEAN * Math.log(random.nextDouble()))
              .toArray();
      Interval interval = Bootstrap.interval(UNITS, times -> mean(values, times));
      assertThat(interval.estimate()).isEqualTo(mean(values, ones()));
      covered += interval.contains(MEAN) ? 1 : 0;
      widths += interval.high() - interval.low();
    }

    assertThat((double) covered / SAMPLES).isBetween(0.91, 0.97);
    double standardError = MEAN / Math.sqrt(UNITS);
    assertThat(widths / SAMPLES).isCloseTo(2 * 1.96 * standardError, within(0.1 * standardError));
  }

  private static int[] ones() {
    return IntStream.generate(() -> 1).limit(UNITS).toArray();
  }

  private static double mean(double[] values, int[] times) {
    double sum = 0;
    int all = 0;
    for (int i = 0; i < times.length; i++) {
      sum += times[i] * values[i];
      all += times[i];
    }
    assertThat(all).isEqualTo(times.length);
    return sum / all;
  }

  @Test
  void intervalIsDeterministic() {
    double[] values = new Random(2).doubles(UNITS).toArray();

    assertThat(Bootstrap.interval(UNITS, times -> mean(values, times)))
        .isEqualTo(Bootstrap.interval(UNITS, times -> mean(values, times)));
  }

  @Test
  void constantStatisticHasAnIntervalOfZeroWidth() {
    assertThat(Bootstrap.interval(UNITS, times -> 2)).isEqualTo(new Interval(2, 2, 2));
  }

  @Test
  void statisticThatIsNaNHasNoInterval() {
    Interval none = Bootstrap.interval(UNITS, times -> Double.NaN);

    assertThat(none).isEqualTo(Interval.NONE);
    assertThat(none.contains(1)).isFalse();
    assertThat(none.rangeText(Double::toString)).isEqualTo("–");
    assertThat(Bootstrap.interval(2, times -> times[0] == 1 ? 5 : Double.POSITIVE_INFINITY))
        .as("resamples with infinite results are left out")
        .isEqualTo(new Interval(5, 5, 5));
  }
}
