package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Each block is as long as one unit of the clock. */
class AdaptiveWindowTest {
  private static final float STEP = 0.5f;
  private static final int UNIT = 1 << 10;

  private final LogicalClock clock = new LogicalClock((long) UNIT * LogicalClock.UNITS);
  private final AdaptiveWindow window = new AdaptiveWindow(clock, STEP);

  @Test
  void growsWhenBlocksReturnThatWereEvictedTooEarly() {
    float before = window.length();
    window.lengthen(UNIT);
    assertThat(window.length()).isCloseTo(before + STEP, Offset.offset(0.01f));
  }

  @Test
  void growsFasterWhenMostBlocksAgree() {
    float first = grownBy(1);
    for (int i = 0; i < 10; i++) {
      window.lengthen(UNIT);
    }
    assertThat(grownBy(1)).isBetween(3 * first, 5 * first);
  }

  @Test
  void rarerDirectionWeighsAsMuchAsTheOther() {
    grownBy(9);
    float before = window.length();
    window.shorten(UNIT);
    float agreeing = before - window.length();
    // Ten voted for longer, including the initial one of each kind, and two for shorter.
    assertThat(agreeing).isCloseTo(5 * STEP, Offset.offset(0.01f));
  }

  @Test
  void staysWithinTheCapacity() {
    grownBy(1_000);
    assertThat(window.length()).isLessThan(clock.capacity());
    for (int i = 0; i < 1_000; i++) {
      window.shorten(UNIT);
    }
    assertThat(window.length()).isPositive();
  }

  private float grownBy(int blocks) {
    float before = window.length();
    for (int i = 0; i < blocks; i++) {
      window.lengthen(UNIT);
    }
    return window.length() - before;
  }
}
