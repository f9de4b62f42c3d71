package io.strata.perf.common.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void percentAxisEndsAtARoundValue() {
    assertTicks(50, 10, 50);
    assertTicks(33.4, 10, 40);
    assertTicks(100, 20, 100);
    assertTicks(79, 20, 80);
    assertTicks(3, 1, 3);
    assertTicks(0, 1, 1);
  }

  private static void assertTicks(double highest, int interval, int end) {
    Axis axis = Axis.percent("", highest);

    assertThat(axis.to()).isEqualTo(end);
    assertThat(axis.ticks()).hasSize(end / interval + 1);
    assertThat(axis.ticks().get(1)).isEqualTo(new Axis.Tick(interval, Integer.toString(interval)));
  }

  @Test
  void logarithmicAxisScalesDecadesEqually() {
    Axis axis = Axis.decades(0.2, 70, value -> "");

    assertThat(axis.ticks()).hasSize(4);
    assertThat(axis.fraction(0.1)).isZero();
    assertThat(axis.fraction(10)).isCloseTo(2.0 / 3, offset(1e-9));
    assertThat(axis.fraction(0)).as("values below the axis are clamped to its start").isZero();
  }
}
