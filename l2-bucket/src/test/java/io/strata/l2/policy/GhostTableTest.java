package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GhostTableTest {
  private static final int ENTRIES = 1 << 12;

  @Test
  void entryIsTakenOnce() {
    GhostTable ghosts = new GhostTable(GhostMemory.allocate(ENTRIES));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long key = random.nextLong();
      int bits = random.nextInt(1 << Policy.POLICY_BITS);
      int now = random.nextInt(1 << LogicalClock.BITS);
      ghosts.put(key, bits, now);
      long entry = ghosts.take(key);
      assertThat(GhostTable.policyBits(entry)).isEqualTo(bits);
      assertThat(GhostTable.evictedAt(entry)).isEqualTo(now);
      assertThat(ghosts.take(key)).isEqualTo(GhostTable.NONE);
    }
  }

  @Test
  void secondEntryOfABlockReplacesTheFirst() {
    GhostTable ghosts = new GhostTable(GhostMemory.allocate(ENTRIES));
    ghosts.put(5, 1, 1);
    ghosts.put(5, 2, 2);
    assertThat(GhostTable.policyBits(ghosts.take(5))).isEqualTo(2);
    assertThat(ghosts.take(5)).isEqualTo(GhostTable.NONE);
  }

  @Test
  void oldestEntriesAreReplacedFirst() {
    GhostTable ghosts = new GhostTable(GhostMemory.allocate(ENTRIES));
    int blocks = 4 * ENTRIES;
    for (int i = 0; i < blocks; i++) {
      ghosts.put(Keys.of(0, i), 0, i * LogicalClock.UNITS / ENTRIES);
    }
    int present = 0;
    int late = 0;
    for (int i = 0; i < blocks; i++) {
      if (ghosts.take(Keys.of(0, i)) != GhostTable.NONE) {
        present++;
        late += i >= blocks - ENTRIES / 2 ? 1 : 0;
      }
    }
    assertThat(present).isBetween(ENTRIES * 9 / 10, ENTRIES);
    assertThat(late).as("of the last half").isGreaterThan(ENTRIES * 9 / 20);
  }

  @Test
  void stampsWrapAround() {
    LogicalClock clock = new LogicalClock(1_000L * LogicalClock.UNITS);
    int bits = clock.advance(1_500);
    assertThat(clock.since(bits)).isZero();
    for (int i = 0; i < 3 * (1 << LogicalClock.BITS); i++) {
      int stamp = clock.advance(1_000);
      assertThat(clock.now()).isEqualTo(stamp);
      assertThat(clock.since(bits)).isEqualTo((i + 1) & ((1 << LogicalClock.BITS) - 1));
    }
    clock.setCapacity(500L * LogicalClock.UNITS);
    assertThat(clock.capacity()).isEqualTo(LogicalClock.UNITS);
    int resized = clock.now();
    clock.advance(1_000);
    assertThat(clock.since(resized)).isEqualTo(2);
  }

  /** A set that straddles two cache lines costs two misses. */
  @Test
  void setsAreAlignedWithCacheLines() {
    for (int blocks : new int[] {1, 8, ENTRIES, 1 << 20}) {
      ByteBuffer memory = GhostMemory.allocate(blocks);
      assertThat(memory.alignmentOffset(0, 64)).as("of %d blocks", blocks).isZero();
      assertThat(memory.capacity()).isEqualTo(Math.max(8, blocks) * Policy.GHOST_BYTES);
    }
  }
}
