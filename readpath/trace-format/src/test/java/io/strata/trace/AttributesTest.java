package io.strata.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttributesTest {
  @Test
  void everyClassAndOutcomeRoundTrip() {
    for (BlockClass type : BlockClass.values()) {
      for (Outcome outcome : Outcome.values()) {
        int attributes = Attributes.ofLookup(type, outcome, Attributes.REPEAT);
        assertThat(attributes).isBetween(0, 255);
        assertThat(Attributes.type(attributes)).isEqualTo(type);
        assertThat(Attributes.outcome(attributes)).isEqualTo(outcome);
        assertThat(Attributes.hints(attributes)).isEqualTo(Attributes.REPEAT);
      }
    }
  }

  /** A damaged file may have any byte. */
  @Test
  void everyByteCanBeDecoded() {
    for (int attributes = 0; attributes < 256; attributes++) {
      assertThat(Attributes.type(attributes)).isNotNull();
      assertThat(Attributes.outcome(attributes)).isNotNull();
    }
  }
}
