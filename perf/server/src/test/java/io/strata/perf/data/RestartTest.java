package io.strata.perf.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RestartTest {
  private static final List<Double> BEFORE = List.of(100.0, 900.0, 100.0);
  private static final Restart.Counters NONE = new Restart.Counters(0, 0, 0, 0);

  @Test
  void p99IsBackWhenItStaysLowForThreeSeconds() {
    assertThat(secondsUntilBack(500.0, 150.0, 150.0, 151.0, 150.0, 90.0, 150.0, 500.0))
        .isEqualTo(4);
    assertThat(secondsUntilBack(150.0, 150.0, 150.0, 500.0)).isZero();
  }

  @Test
  void p99ThatRisesAgainIsNeverBack() {
    assertThat(secondsUntilBack(151.0, 100.0, 100.0)).isInfinite();
    assertThat(secondsUntilBack(100.0, 100.0)).isInfinite();
  }

  private static double secondsUntilBack(Double... after) {
    return new Restart(0, 0, load(BEFORE, NONE), load(List.of(after), NONE)).secondsUntilBack();
  }

  @Test
  void hitRatioIsThatOfTheFirstCountersAfterATime() {
    Restart.Counters first = new Restart.Counters(0.5, 10, 30, 5);
    Restart.Counters second = new Restart.Counters(9.5, 40, 40, 5);
    Restart.Counters third = new Restart.Counters(10.5, 140, 60, 7);
    Restart.Phase load = load(BEFORE, first, second, third);

    assertThat(load.at(10)).isEqualTo(third);
    assertThat(load.at(10).hitRatio()).isEqualTo(0.7);
    assertThat(load.at(11)).as("none so late").isEqualTo(third);
    assertThat(load.all()).isEqualTo(new Restart.Counters(10.5, 130, 30, 2));
    assertThat(load(BEFORE, NONE, NONE).all().hitRatio()).isNaN();
  }

  private static Restart.Phase load(List<Double> p99, Restart.Counters... counters) {
    return new Restart.Phase(p99, List.of(counters));
  }
}
