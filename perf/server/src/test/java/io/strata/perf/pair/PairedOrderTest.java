package io.strata.perf.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairedOrderTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 120, 3600})
  void orderIsBalanced(int pairs) {
    assertThat(PairedOrder.of(pairs, 1))
        .hasSize(pairs)
        .filteredOn(first -> first)
        .hasSize(pairs / 2);
  }

  @Test
  void orderIsAFunctionOfTheSeed() {
    List<Boolean> order = PairedOrder.of(120, 1);

    assertThat(PairedOrder.of(120, 1)).isEqualTo(order);
    assertThat(PairedOrder.of(120, 2)).isNotEqualTo(order);
    long changes = 0;
    for (int i = 1; i < order.size(); i++) {
      changes += order.get(i).equals(order.get(i - 1)) ? 0 : 1;
    }
    assertThat(changes).as("neither alternating nor in two halves").isBetween(40L, 80L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void oddNumberIsRejected(int pairs) {
    assertThatThrownBy(() -> PairedOrder.of(pairs, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(pairs + " pairs cannot be balanced.");
  }
}
