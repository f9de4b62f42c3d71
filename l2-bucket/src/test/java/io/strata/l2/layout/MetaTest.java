package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetaTest {
  @Test
  void everyTransitionKeepsTheOtherFields() {
    long meta = Meta.visible(Meta.filling(0L), false);
    assertThat(Meta.state(meta)).isEqualTo(Meta.VISIBLE);
    assertThat(Meta.pins(meta)).isZero();
    assertThat(Meta.frequency(meta)).isZero();
    assertThat(Meta.generation(meta)).isEqualTo(1);

    for (int read = 1; read <= 10; read++) {
      meta = Meta.pinnedByRead(meta);
      assertThat(Meta.pins(meta)).isEqualTo(read);
      assertThat(Meta.frequency(meta)).isEqualTo(Math.min(read, Meta.MAX_FREQUENCY));
      assertThat(Meta.state(meta)).isEqualTo(Meta.VISIBLE);
      assertThat(Meta.generation(meta)).isEqualTo(1);
    }
    assertThat(Meta.frequency(Meta.aged(meta))).isEqualTo(Meta.MAX_FREQUENCY - 1);
    assertThat(Meta.frequency(Meta.pinned(Meta.aged(meta)))).isEqualTo(Meta.MAX_FREQUENCY - 1);

    long doomed = Meta.doomed(meta);
    assertThat(Meta.state(doomed)).isEqualTo(Meta.DOOMED);
    assertThat(Meta.pins(doomed)).isEqualTo(11);
    assertThat(Meta.isVisible(doomed)).isFalse();
    assertThat(Meta.generation(doomed)).isEqualTo(1);
    for (int pins = 11; pins > 1; pins--) {
      assertThat(Meta.isLastPinOfDoomed(doomed)).isFalse();
      doomed -= 1;
    }
    assertThat(Meta.isLastPinOfDoomed(doomed)).isTrue();
    assertThat(Meta.isLastPinOfDoomed(Meta.pinned(Meta.visible(0, false)))).isFalse();

    long freed = Meta.freed(doomed);
    assertThat(Meta.state(freed)).isEqualTo(Meta.FREE);
    assertThat(Meta.pins(freed)).isZero();
    assertThat(Meta.generation(freed)).isEqualTo(2);
    assertThat(Meta.state(Meta.filling(freed))).isEqualTo(Meta.FILLING);
  }

  @Test
  void aBlockOfAnInMemoryFamilyStartsAsOftenRead() {
    long meta = Meta.visible(Meta.filling(0L), true);
    assertThat(Meta.isInMemory(meta)).isTrue();
    assertThat(Meta.frequency(meta)).isEqualTo(Meta.MAX_FREQUENCY);
    assertThat(Meta.isInMemory(Meta.visible(meta, false))).isFalse();
  }

  @Test
  void theGenerationWrapsWithoutTouchingOtherFields() {
    long last = 0xFFFFFFFFL << 32;
    assertThat(Meta.freed(last)).isZero();
  }
}
