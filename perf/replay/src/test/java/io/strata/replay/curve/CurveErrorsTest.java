package io.strata.replay.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.SampleTraces;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CurveErrorsTest {
  private static final int MEAN_ERROR = 6;

  /**
   * A loop, and traces of more blocks than are tracked; {@code ./strata replay --curve} has all.
   */
  @ParameterizedTest
  @EnumSource(names = {"LOOP", "WEB07", "CORDA", "GRADLE", "SCARAB"})
  void theEstimateIsCloseToLru(SampleTraces sample) throws IOException {
    String row = new CurveErrors(1).rowOf(sample.read());
    assertThat(Double.parseDouble(row.split("\\|", -1)[MEAN_ERROR].trim()))
        .as(row)
        .isLessThanOrEqualTo(0.02);
  }
}
