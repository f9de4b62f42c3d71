package io.strata.perf.flash.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CliffTest {
  private final List<Step> steps = new ArrayList<>();

  private void step(double target, double achieved, double p99) {
    steps.add(new Step(target, achieved, 0, p99 / 2, p99, p99 * 2, new Cloud()));
  }

  @Test
  void is_where_less_is_served_than_is_due() {
    step(100, 99, 1_000);
    step(200, 191, 1_000);
    step(300, 284, 1_000);
    step(400, 284, 1_000);

    assertThat(Cliff.find(steps)).hasValue(2);
  }

  @Test
  void is_not_where_a_higher_rate_is_served_again() {
    step(100, 20, 90_000);
    step(200, 200, 1_000);
    step(300, 300, 70_000);
    step(400, 400, 1_000);
    step(500, 300, 1_000);

    assertThat(Cliff.find(steps)).hasValue(4);
  }

  @Test
  void is_where_the_99th_percentile_jumps() {
    step(100, 100, 3_000);
    step(200, 200, 1_000);
    step(300, 300, 10_000);
    step(400, 400, 10_001);

    assertThat(Cliff.find(steps)).hasValue(3);
  }

  @Test
  void is_the_first_step_when_that_falls_behind_already() {
    step(100, 10, 1_000);

    assertThat(Cliff.find(steps)).hasValue(0);
  }

  @Test
  void is_nowhere_when_all_is_served() {
    assertThat(Cliff.find(steps)).isEmpty();
    step(100, 100, 1_000);
    step(200, 200, 9_000);

    assertThat(Cliff.find(steps)).isEmpty();
  }
}
