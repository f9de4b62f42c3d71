package io.strata.perf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SizeMixTest {
  private static final int BLOCKS = 10_001;

  @ParameterizedTest
  @EnumSource
  void usualSizeIsNearTheMedian(SizeMix mix) {
    assertThat(median(mix)).isCloseTo(mix.usual(), Percentage.withPercentage(35));
  }

  @Test
  void encodedBlocksHaveAMedianOf22Kilobytes() {
    assertThat(median(SizeMix.ENCODED)).isCloseTo(22 << 10, Percentage.withPercentage(3));
  }

  private static int median(SizeMix mix) {
    SplittableRandom random = new SplittableRandom(7);
    return random.ints(BLOCKS, 0, 1).map(i -> mix.next(random)).sorted().toArray()[BLOCKS / 2];
  }
}
