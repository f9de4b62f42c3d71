package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.data.Measure;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void numbersHaveTheirMeasuresDecimals() {
    assertThat(Numbers.show(Measure.ROWS_PER_SECOND, 61_689.4)).isEqualTo("61,689");
    assertThat(Numbers.show(Measure.LATENCY_P50, 2.005)).isEqualTo("2.01");
    assertThat(Numbers.titled(Measure.THROUGHPUT_VARIATION)).doesNotContain("(");
  }

  @Test
  void smallNumbersAreNotShownAsZero() {
    assertThat(Numbers.show(0.0004, 2)).isEqualTo("0.0004");
    assertThat(Numbers.show(0, 2)).isEqualTo("0.00");
  }

  @Test
  void missingNumbersAreDashes() {
    assertThat(Numbers.show(Double.NaN, 1)).isEqualTo("–");
    assertThat(Numbers.ratio(1, 0)).isEqualTo("–");
  }
}
