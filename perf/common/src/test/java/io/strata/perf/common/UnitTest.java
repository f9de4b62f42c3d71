package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitTest {
  @Test
  void formatsValuesWithFixedPrecision() {
    assertThat(Unit.PER_SECOND.format(2_345_678)).isEqualTo("2,346 k/s");
    assertThat(Unit.PER_SECOND.format(999)).isEqualTo("999 /s");
    assertThat(Unit.BYTES.format(7.26)).isEqualTo("7.3 B");
    assertThat(Unit.BYTES.format(313)).isEqualTo("313 B");
    assertThat(Unit.NANOS.format(950)).isEqualTo("950 ns");
    assertThat(Unit.NANOS.format(45_000)).isEqualTo("45.0 µs");
    assertThat(Unit.NANOS.format(6_300_000_000.0)).isEqualTo("6,300.00 ms");
    assertThat(Unit.SHARE.format(0.9512)).isEqualTo("0.951");
    assertThat(Unit.SHARE.format(0)).isEqualTo("0");
    assertThat(Unit.SHARE.format(0.00001)).isEqualTo("1.0e-05");
    assertThat(Unit.GIGABYTES_PER_SECOND.format(6.789)).isEqualTo("6.79 GB/s");
    assertThat(Unit.COUNT.format(12_000)).isEqualTo("12,000");
  }
}
