package io.strata.perf.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputTest {
  @Test
  void evenThroughputHasNoVariationAndNoDip() {
    Throughput even = new Throughput(250, List.of(7L, 7L, 7L));
    assertThat(even.variation()).isZero();
    assertThat(even.deepestDip()).isZero();
  }

  @Test
  void stopIsADipOf100Percent() {
    Throughput stopping = new Throughput(250, List.of(100L, 0L, 110L, 90L));
    assertThat(stopping.deepestDip()).isEqualTo(100);
    assertThat(stopping.variation()).isCloseTo(Math.sqrt(1_925.0) / 75, within(1e-9));
  }

  @Test
  void dipIsRelativeToTheMedian() {
    assertThat(new Throughput(250, List.of(50L, 100L, 1_000L)).deepestDip()).isEqualTo(50);
  }

  @Test
  void missingThroughputIsNaN() {
    assertThat(new Throughput(250, List.of()).variation()).isNaN();
    assertThat(new Throughput(250, List.of()).deepestDip()).isNaN();
    assertThat(new Throughput(250, List.of(0L, 0L)).deepestDip()).isNaN();
  }
}
