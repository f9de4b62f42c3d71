package io.strata.perf.common.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.chart.RatioChart.Ratio;
import io.strata.perf.common.chart.RatioChart.RatioRow;
import io.strata.perf.common.chart.RatioChart.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioChartTest {
  private static final Ratio TWICE = new Ratio(1.8, 2, 2.2);

  private static String chart(Theme theme, RatioRow... rows) {
    return RatioChart.of("A & B", List.of("first", "second"), List.of(rows), theme);
  }

  @Test
  void ratioOfALowerIsBetterMeasureIsInverted() {
    RatioRow time = new RatioRow("time", List.of(TWICE, new Ratio(0.4, 0.5, 0.6)), true);
    assertThat(chart(Theme.LIGHT, time)).contains(">0.50 ×<", ">2.00 ×<", ">time<", "A &amp; B");
  }

  @Test
  void rightOfOneIsBetter() {
    String above = chart(Theme.LIGHT, new RatioRow("rows", List.of(TWICE, Ratio.NONE), false));
    String below = chart(Theme.LIGHT, new RatioRow("rows", List.of(TWICE, Ratio.NONE), true));
    assertThat(dot(above)).isGreaterThan(dot(below));
  }

  @Test
  void peerThatWasNotMeasuredHasNoDot() {
    RatioRow row = new RatioRow("rows", List.of(Ratio.NONE, Ratio.NONE), false);
    assertThat(chart(Theme.LIGHT, row)).doesNotContain("NaN", "polyline").contains(">rows<");
  }

  @Test
  void eachThemeHasItsBackground() {
    RatioRow row = new RatioRow("rows", List.of(TWICE, TWICE), false);
    assertThat(chart(Theme.LIGHT, row)).contains("fill='#ffffff'");
    assertThat(chart(Theme.DARK, row)).contains("fill='#0d1117'").doesNotContain("#ffffff");
  }

  /** Returns the position of the last dot, which follows those of the legend. */
  private static double dot(String chart) {
    String path = chart.substring(chart.lastIndexOf("<path d='M") + "<path d='M".length());
    return Double.parseDouble(path.substring(0, path.indexOf(' ')));
  }
}
