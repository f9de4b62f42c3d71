package io.strata.l2.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LruStackTest {
  @Test
  void returnsTheBytesReadInBetween() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      LruStack stack = new LruStack(64);
      ExactStack exact = new ExactStack();
      int keys = 2 + random.nextInt(62);
      for (int i = 0; i < 1_000; i++) {
        if (stack.isFull()) {
          stack.keep(Long.MAX_VALUE, Long.MAX_VALUE);
        }
        // Sizes change between reads, and hashes share their low bits.
        long key = (long) random.nextInt(keys) << (seed % 8);
        int size = 1 + random.nextInt(100);
        assertThat(stack.read(key, size))
            .as("seed %d, read %d", seed, i)
            .isEqualTo(exact.read(key, size));
      }
      assertThat(stack.tracked()).isLessThanOrEqualTo(keys);
    }
  }

  @Test
  void dropsKeysAboveTheThreshold() {
    LruStack stack = new LruStack(64);
    for (int key = 0; key < 60; key++) {
      stack.read(key, 10);
    }
    stack.keep(15, Long.MAX_VALUE);
    assertThat(stack.tracked()).isEqualTo(30);
    assertThat(stack.read(0, 10)).isEqualTo(29 * 10);
    assertThat(stack.read(30, 10)).isEqualTo(LruStack.NEVER);
  }

  @Test
  void dropsKeysThatAreTooDeep() {
    LruStack stack = new LruStack(64);
    for (int key = 0; key < 60; key++) {
      stack.read(key, 10);
    }
    stack.keep(Long.MAX_VALUE, 5 * 10);
    assertThat(stack.tracked()).isEqualTo(6);
    assertThat(stack.read(54, 10)).isEqualTo(5 * 10);
    assertThat(stack.read(53, 10)).isEqualTo(LruStack.NEVER);
  }
}
