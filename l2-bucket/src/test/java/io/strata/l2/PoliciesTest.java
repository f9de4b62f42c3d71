package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.policy.Policies;
import io.strata.l2.testing.TestStore;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which blocks a store keeps under each policy. */
class PoliciesTest {
  private static final int BLOCK = 64 << 10;
  private static final int HELD = (int) (TestStore.SMALL / BLOCK);
  private static final int HOT = HELD / 2;

  private static TestStore storeWith(Policies policy) {
    return new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withPolicy(policy));
  }

  private static boolean readOrPut(TestStore test, String file, int block) {
    boolean hit = test.read(file, block);
    if (!hit) {
      test.put(file, block, BLOCK);
    }
    return hit;
  }

  /** Repeatedly read blocks stay during a scan of any length. */
  @ParameterizedTest
  @EnumSource(names = "LRU", mode = EnumSource.Mode.EXCLUDE)
  void scanKeepsHotBlocks(Policies policy) {
    try (TestStore test = storeWith(policy)) {
      Random random = new Random(1);
      for (int i = 0; i < 20 * HOT; i++) {
        readOrPut(test, "hot", random.nextInt(HOT));
        if (i % 4 == 0) {
          readOrPut(test, "cold", i);
        }
      }
      int hits = 0;
      int reads = 0;
      for (int i = 0; i < 10 * HELD; i++) {
        readOrPut(test, "scan", i);
        if (i % 4 == 0) {
          reads++;
          hits += readOrPut(test, "hot", random.nextInt(HOT)) ? 1 : 0;
        }
      }
      assertThat((double) hits / reads).as("hot blocks hit during a scan").isGreaterThan(0.8);
    }
  }

  /** In a loop larger than the cache, the first blocks are worth as much as the last ones. */
  @ParameterizedTest
  @EnumSource(names = {"REUSE_DISTANCE", "W_TINY_LFU"})
  void loopLargerThanTheCacheIsPartlyHit(Policies policy) {
    try (TestStore test = storeWith(policy)) {
      int hits = 0;
      int laps = 8;
      for (int lap = 0; lap < laps; lap++) {
        for (int i = 0; i < HELD * 3 / 2; i++) {
          boolean hit = readOrPut(test, "loop", i);
          hits += hit && lap >= laps / 2 ? 1 : 0;
        }
      }
      double ratio = (double) hits / (laps - laps / 2) / (HELD * 3 / 2);
      assertThat(ratio).as("hit ratio, optimally 2/3").isGreaterThan(0.4);
    }
  }

  /** Recency decides when the working set changes. */
  @ParameterizedTest
  @EnumSource
  void unusedWorkingSetIsEvicted(Policies policy) {
    try (TestStore test = storeWith(policy)) {
      Random random = new Random(1);
      for (int i = 0; i < 20 * HOT; i++) {
        readOrPut(test, "before", random.nextInt(HOT));
      }
      int hits = 0;
      int reads = 60 * HOT;
      for (int i = 0; i < reads; i++) {
        boolean hit = readOrPut(test, "after", random.nextInt(HELD * 3 / 4));
        hits += hit && i >= reads - HOT ? 1 : 0;
      }
      assertThat((double) hits / HOT).as("blocks of the new working set").isGreaterThan(0.9);
    }
  }
}
