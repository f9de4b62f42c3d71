package io.strata.replay.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.SampleTraces;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CurveErrorsTest {
  /**
   * A loop, and traces of more blocks than are tracked; {@code ./strata replay --curve} covers all.
   */
  @ParameterizedTest
  @EnumSource(names = {"LOOP", "WEB07", "CORDA", "GRADLE", "SCARAB"})
  void estimateIsCloseToLru(SampleTraces sample) throws IOException {
    assertThat(new CurveErrors(1).add(sample.read())).isLessThanOrEqualTo(0.02);
  }
}
