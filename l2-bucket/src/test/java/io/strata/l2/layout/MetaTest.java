package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.policy.Policy;
import org.junit.jupiter.api.Test;

class MetaTest {
  /** Alternating bits. */
  private static final int BITS = 0x555555;

  @Test
  void everyTransitionKeepsTheOtherFields() {
    long meta = Meta.visible(Meta.filling(0L), BITS);
    assertThat(Meta.state(meta)).isEqualTo(Meta.VISIBLE);
    assertThat(Meta.pins(meta)).isZero();
    assertThat(Meta.policyBits(meta)).isEqualTo(BITS);
    assertThat(Meta.generation(meta)).isEqualTo(1);

    for (int read = 1; read <= 11; read++) {
      meta = Meta.pinned(Meta.withPolicyBits(meta, BITS - read));
      assertThat(Meta.pins(meta)).isEqualTo(read);
      assertThat(Meta.policyBits(meta)).isEqualTo(BITS - read);
      assertThat(Meta.state(meta)).isEqualTo(Meta.VISIBLE);
      assertThat(Meta.generation(meta)).isEqualTo(1);
    }

    long doomed = Meta.doomed(meta);
    assertThat(Meta.state(doomed)).isEqualTo(Meta.DOOMED);
    assertThat(Meta.pins(doomed)).isEqualTo(12);
    assertThat(Meta.isVisible(doomed)).isFalse();
    assertThat(Meta.generation(doomed)).isEqualTo(1);
    for (int pins = 12; pins > 1; pins--) {
      assertThat(Meta.isLastPinOfDoomed(doomed)).isFalse();
      doomed -= 1;
    }
    assertThat(Meta.isLastPinOfDoomed(doomed)).isTrue();
    assertThat(Meta.isLastPinOfDoomed(Meta.pinned(Meta.visible(0, 0)))).isFalse();

    long freed = Meta.freed(doomed);
    assertThat(Meta.state(freed)).isEqualTo(Meta.FREE);
    assertThat(Meta.pins(freed)).isZero();
    assertThat(Meta.generation(freed)).isEqualTo(2);
    assertThat(Meta.state(Meta.filling(freed))).isEqualTo(Meta.FILLING);
  }

  @Test
  void inMemoryFlagIsOneOfThePolicyBits() {
    long meta = Meta.visible(Meta.filling(0L), Policy.IN_MEMORY);
    assertThat(Meta.isInMemory(meta)).isTrue();
    assertThat(Meta.isInMemory(Meta.withPolicyBits(meta, Policy.IN_MEMORY - 1))).isFalse();
  }

  @Test
  void generationWrapsWithoutChangingOtherFields() {
    long meta = 0;
    for (int i = 0; i < Meta.MAX_GENERATION; i++) {
      meta = Meta.freed(meta);
    }
    assertThat(Meta.generation(meta)).isEqualTo(Meta.MAX_GENERATION);
    assertThat(Meta.freed(meta)).isZero();
  }
}
