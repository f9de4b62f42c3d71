package io.strata.perf.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputTest {
  @Test
  void that_is_even_has_no_variation_and_no_dip() {
    Throughput even = new Throughput(250, List.of(7L, 7L, 7L));
    assertThat(even.variation()).isZero();
    assertThat(even.deepestDip()).isZero();
  }

  @Test
  void that_stops_dips_by_all_of_it() {
    Throughput stopping = new Throughput(250, List.of(100L, 0L, 110L, 90L));
    assertThat(stopping.deepestDip()).isEqualTo(100);
    assertThat(stopping.variation()).isCloseTo(Math.sqrt(1_925.0) / 75, within(1e-9));
  }

  @Test
  void dips_below_the_median_and_not_below_the_mean() {
    assertThat(new Throughput(250, List.of(50L, 100L, 1_000L)).deepestDip()).isEqualTo(50);
  }

  @Test
  void that_is_none_says_so() {
    assertThat(new Throughput(250, List.of()).variation()).isNaN();
    assertThat(new Throughput(250, List.of()).deepestDip()).isNaN();
    assertThat(new Throughput(250, List.of(0L, 0L)).deepestDip()).isNaN();
  }
}
