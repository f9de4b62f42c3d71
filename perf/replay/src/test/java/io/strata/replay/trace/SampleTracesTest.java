package io.strata.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTracesTest {
  /** One of each format; lengths and footprints as their authors state them, if they do. */
  @ParameterizedTest
  @CsvSource({
    "MULTI1, 15858, 2606",
    "LOOP, 505500, 1011",
    "POSTGRES, 10448, 3083",
    "SPRITE, 133996, 7075",
    "WEB07, 76118, 20484",
    "CORDA, 135702, 90468"
  })
  void readsCompletely(SampleTraces sample, int accesses, int blocks) throws IOException {
    Trace trace = sample.read();
    assertThat(trace.length()).isEqualTo(accesses);
    assertThat(trace.blocks()).isEqualTo(blocks);
  }

  @Test
  void isFoundByName() {
    for (SampleTraces each : SampleTraces.values()) {
      assertThat(SampleTraces.named(each.title())).contains(each);
    }
    assertThat(SampleTraces.named("none")).isEmpty();
  }
}
