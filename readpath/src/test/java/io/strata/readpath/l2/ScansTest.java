package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScansTest {
  private static final long STEP = 65_569;

  private final Scans scans = new Scans();

  @Test
  void theThirdSequentialReadIsAScan() {
    for (int i = 0; i < 5; i++) {
      int before = scans.readsBefore("a", i * STEP);
      assertThat(before).isEqualTo(Math.min(2, i));
      assertThat(Scans.isScan(before)).isEqualTo(i >= 2);
      scans.ended("a", (i + 1) * STEP, before);
    }
    assertThat(scans.readsBefore("a", 5 * STEP + 1)).isZero();
    assertThat(scans.readsBefore("a", 6 * STEP)).isZero();
    assertThat(scans.readsBefore("b", 5 * STEP)).isZero();
  }

  @Test
  void fewConcurrentScansAreLost() {
    int scanned = 10;
    for (int i = 0; i < scanned; i++) {
      scans.ended("file " + i, i * STEP, 0);
    }
    int known = 0;
    for (int i = 0; i < scanned; i++) {
      known += scans.readsBefore("file " + i, i * STEP);
    }
    assertThat(known).isGreaterThanOrEqualTo(scanned * 3 / 4);
  }
}
