package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void medianIsTheMiddleValueOrTheMeanOfTheTwoMiddleValues() {
    assertThat(Spread.of(DoubleStream.of(9, 1, 3))).isEqualTo(new Spread(1, 3, 9));
    assertThat(Spread.of(DoubleStream.of(8, 1, 3, 4))).isEqualTo(new Spread(1, 3.5, 8));
  }

  @Test
  void spreadOfNoValuesIsNaN() {
    assertThat(Spread.of(DoubleStream.empty()).median()).isNaN();
  }
}
