package io.strata.perf.pair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with HdrHistogram's own merging. */
class MergedLatenciesTest {
  private static final int[] TIMES = {0, 1, 3, 7};

  private final Random random = new Random(4);
  private final List<Histogram> slices =
      Stream.generate(this::histogram).limit(TIMES.length).toList();

  private Histogram histogram() {
    Histogram histogram = new Histogram(1_000, 60_000_000_000L, 3);
    double scale = 1e6 * Math.exp(random.nextGaussian());
    for (int i = 0; i < 500; i++) {
      histogram.recordValue((long) (scale * Math.exp(random.nextGaussian())));
    }
    return histogram;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 50, 90, 99, 99.9, 100})
  void slicesCountByTheirWeights(double percentile) {
    Histogram merged = new Histogram(1_000, 60_000_000_000L, 3);
    for (int i = 0; i < TIMES.length; i++) {
      for (int k = 0; k < TIMES[i]; k++) {
        merged.add(slices.get(i));
      }
    }

    assertThat(new MergedLatencies(slices).percentile(TIMES, percentile))
        .isEqualTo((double) merged.getValueAtPercentile(percentile));
  }
}
