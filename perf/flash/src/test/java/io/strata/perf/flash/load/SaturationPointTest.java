package io.strata.perf.flash.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SaturationPointTest {
  private final List<Step> steps = new ArrayList<>();

  private void step(double target, double achieved, double p99) {
    steps.add(new Step(target, achieved, 0, p99 / 2, p99, p99 * 2, new LatencyScatter()));
  }

  @Test
  void isWhereTheEngineFallsBehind() {
    step(100, 99, 1_000);
    step(200, 191, 1_000);
    step(300, 284, 1_000);
    step(400, 284, 1_000);

    assertThat(SaturationPoint.find(steps)).hasValue(2);
  }

  @Test
  void isNotBeforeARateThatIsServedAgain() {
    step(100, 20, 90_000);
    step(200, 200, 1_000);
    step(300, 300, 70_000);
    step(400, 400, 1_000);
    step(500, 300, 1_000);

    assertThat(SaturationPoint.find(steps)).hasValue(4);
  }

  @Test
  void isWhereThe99thPercentileJumps() {
    step(100, 100, 3_000);
    step(200, 200, 1_000);
    step(300, 300, 10_000);
    step(400, 400, 10_001);

    assertThat(SaturationPoint.find(steps)).hasValue(3);
  }

  @Test
  void isTheFirstStepIfThatFallsBehind() {
    step(100, 10, 1_000);

    assertThat(SaturationPoint.find(steps)).hasValue(0);
  }

  @Test
  void isAbsentIfEveryRateIsServed() {
    assertThat(SaturationPoint.find(steps)).isEmpty();
    step(100, 100, 1_000);
    step(200, 200, 9_000);

    assertThat(SaturationPoint.find(steps)).isEmpty();
  }
}
