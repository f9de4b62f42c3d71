package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PatternTest {
  private static final int BLOCKS = 1_000;
  private static final int READS = 1 << 18;

  @Test
  void uniformReadsAllBlocksEquallyOften() {
    int[] reads = reads(Pattern.UNIFORM);

    assertThat(reads[0]).isCloseTo(READS / BLOCKS, Percentage.withPercentage(50));
    assertThat(reads[BLOCKS - 1]).isCloseTo(READS / BLOCKS, Percentage.withPercentage(50));
  }

  @Test
  void zipfReadsTheSecondBlockHalfAsOftenAsTheFirst() {
    int[] reads = reads(Pattern.ZIPF);

    double all = IntStream.rangeClosed(1, BLOCKS).mapToDouble(r -> Math.pow(r, -0.99)).sum();
    assertThat((double) reads[BLOCKS - 1]).isCloseTo(READS / all, Percentage.withPercentage(5));
    assertThat((double) reads[BLOCKS - 1] / reads[BLOCKS - 2])
        .isCloseTo(Math.pow(2, 0.99), Percentage.withPercentage(5));
    assertThat(reads[0]).isPositive();
  }

  @Test
  void oneReadsOneBlock() {
    assertThat(reads(Pattern.ONE)[BLOCKS - 1]).isEqualTo(READS);
  }

  @Test
  void shuffledHasEachNumberOnce() {
    int[] order = Pattern.shuffled(BLOCKS, 7);

    assertThat(order)
        .isEqualTo(Pattern.shuffled(BLOCKS, 7))
        .isNotEqualTo(Pattern.shuffled(BLOCKS, 8));
    assertThat(Arrays.stream(order).sorted())
        .containsExactly(IntStream.range(0, BLOCKS).boxed().toArray(Integer[]::new));
  }

  /** Returns how often each block is read, in ascending order. */
  private static int[] reads(Pattern pattern) {
    int[] reads = new int[BLOCKS];
    for (int block : pattern.order(BLOCKS, READS, 1)) {
      reads[block]++;
    }
    Arrays.sort(reads);
    return reads;
  }
}
