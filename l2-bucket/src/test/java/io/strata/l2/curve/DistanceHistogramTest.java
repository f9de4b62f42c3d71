package io.strata.l2.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistanceHistogramTest {
  private static final int HISTOGRAMS = 100;
  private static final int READS = 200;
  private static final long FARTHEST = 1L << 30;

  /** Weights are fractions, whose sums are rounded. */
  @Test
  void sumOfReadsNeverFallsAsTheDistanceGrows() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < HISTOGRAMS; i++) {
      DistanceHistogram histogram = new DistanceHistogram();
      for (int read = 0; read < READS; read++) {
        histogram.add(random.nextLong(1, FARTHEST), 1 << 16, random.nextDouble());
      }
      double reads = 0;
      double bytes = 0;
      for (long distance = 1; distance < 2 * FARTHEST; distance += 1 + distance / 50) {
        assertThat(histogram.readsUpTo(distance)).isGreaterThanOrEqualTo(reads);
        assertThat(histogram.bytesUpTo(distance)).isGreaterThanOrEqualTo(bytes);
        reads = histogram.readsUpTo(distance);
        bytes = histogram.bytesUpTo(distance);
      }
    }
  }
}
