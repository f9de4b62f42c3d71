package io.strata.l2.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

  @Test
  void keepsOnlyWhatTheFailureNeeds() {
    assertThat(Shrinker.shrink(HUNDRED, list -> list.containsAll(List.of(3, 50, 99))))
        .containsExactly(3, 50, 99);
    assertThat(Shrinker.shrink(HUNDRED, list -> list.contains(42))).containsExactly(42);
  }

  @Test
  void handlesElementsThatFailInPairs() {
    assertThat(Shrinker.shrink(HUNDRED, list -> list.size() % 2 == 0 && list.contains(7)))
        .hasSizeLessThanOrEqualTo(100)
        .contains(7);
  }

  @Test
  void shrinksToNothingIfEverythingFails() {
    assertThat(Shrinker.shrink(HUNDRED, list -> true)).isEmpty();
  }
}
