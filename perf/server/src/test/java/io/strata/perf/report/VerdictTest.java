package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void bestHasTheBestMedianAndAlikeAreThoseThatOverlap() {
    Figure low = figure(Measure.ROWS_PER_SECOND, 1.0, 2.0, 3.0);
    Figure touching = figure(Measure.ROWS_PER_SECOND, 5.0, 4.0, 8.0);
    Figure high = figure(Measure.ROWS_PER_SECOND, 9.0, 8.0, 10.0);
    Verdict verdict = Verdict.of(List.of(low, touching, high)).orElseThrow();
    assertThat(verdict).isEqualTo(new Verdict(high, List.of(touching), 3));
    assertThat(verdict.leads(touching)).isTrue();
    assertThat(verdict.leads(low)).isFalse();
  }

  @Test
  void minimumIsBestIfLowerIsBetter() {
    Figure low = figure(Measure.LATENCY_P99, 1.0, 2.0);
    Figure high = figure(Measure.LATENCY_P99, 3.0, 4.0, 5.0);
    assertThat(Verdict.of(List.of(high, low))).contains(new Verdict(low, List.of(), 2));
  }

  @Test
  void verdictNeedsTwoComparableFigures() {
    Figure one = figure(Measure.HIT_RATIO, 1.0);
    Figure none = figure(Measure.HIT_RATIO);
    assertThat(Verdict.of(List.of(one, none))).isEmpty();
    Figure neither = figure(Measure.CLIENT_CPU, 1.0);
    assertThat(Verdict.of(List.of(neither, figure(Measure.CLIENT_CPU, 2.0)))).isEmpty();
  }

  private static Figure figure(Measure measure, Double... rounds) {
    Cell cell = new Cell("study", "load", "configuration", "G1", 1, Mode.PEAK);
    return new Figure(cell, measure, List.of(rounds));
  }
}
