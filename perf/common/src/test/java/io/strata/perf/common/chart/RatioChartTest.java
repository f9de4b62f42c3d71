package io.strata.perf.common.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Interval;
import io.strata.perf.common.chart.RatioChart.Row;
import io.strata.perf.common.chart.RatioChart.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioChartTest {
  private static final Interval TWICE = new Interval(1.8, 2, 2.2);

  private static String chart(Theme theme, Row... rows) {
    return RatioChart.of("A & B", List.of("first", "second"), List.of(rows), theme);
  }

  @Test
  void ratioOfALowerIsBetterMeasureIsInverted() {
    Row time = new Row("time", List.of(TWICE, new Interval(0.4, 0.5, 0.6)), true);
    assertThat(chart(Theme.LIGHT, time)).contains(">0.50 ×<", ">2.00 ×<", ">time<", "A &amp; B");
  }

  @Test
  void rightOfOneIsBetter() {
    String above = chart(Theme.LIGHT, new Row("rows", List.of(TWICE, Interval.NONE), false));
    String below = chart(Theme.LIGHT, new Row("rows", List.of(TWICE, Interval.NONE), true));
    assertThat(dot(above)).isGreaterThan(dot(below));
  }

  @Test
  void peerThatWasNotMeasuredHasNoDot() {
    Row row = new Row("rows", List.of(Interval.NONE, Interval.NONE), false);
    assertThat(chart(Theme.LIGHT, row)).doesNotContain("NaN", "polyline").contains(">rows<");
  }

  @Test
  void eachThemeHasItsBackground() {
    Row row = new Row("rows", List.of(TWICE, TWICE), false);
    assertThat(chart(Theme.LIGHT, row)).contains("fill='#ffffff'");
    assertThat(chart(Theme.DARK, row)).contains("fill='#0d1117'").doesNotContain("#ffffff");
  }

  /** Returns the position of the last dot, which follows those of the legend. */
  private static double dot(String chart) {
    String path = chart.substring(chart.lastIndexOf("<path d='M") + "<path d='M".length());
    return Double.parseDouble(path.substring(0, path.indexOf(' ')));
  }
}
