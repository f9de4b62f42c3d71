package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OnHeapTierTest {

  private static final long MAXIMUM = 1000;

  private final CountingListener listener = new CountingListener();
  private final OnHeapTier<Key, String> tier = new OnHeapTier<>(MAXIMUM, Key::file, listener);

  @AfterEach
  void nothingRemainsAfterClosing() {
    Invariants.check(tier, listener);
    tier.close();
    assertThat(tier.weight()).isZero();
    assertThat(tier.entryCount()).isZero();
    assertThat(listener.left()).isEqualTo(listener.added.sum());
  }

  @Test
  void getReturnsTheSameObject() {
    var value = new String("a");
    assertThat(tier.put(key("f", 0), value, 10, false)).isTrue();

    assertThat(tier.get(key("f", 0))).isSameAs(value);
    assertThat(tier.get(key("f", 1))).isNull();
    assertThat(tier.get(key("g", 0))).isNull();
    assertThat(tier.weight()).isEqualTo(10);
  }

  @Test
  void entryHasThePutArguments() {
    long before = System.nanoTime();
    tier.put(key("f", 7), "a", 10, true);

    var entry = tier.peek(key("f", 7));
    assertThat(entry.key()).isEqualTo(key("f", 7));
    assertThat(entry.value()).isEqualTo("a");
    assertThat(entry.weight()).isEqualTo(10);
    assertThat(entry.inMemory()).isTrue();
    assertThat(entry.addedNanos() - before).isBetween(0L, System.nanoTime() - before);
  }

  @Test
  void putReplacesValueAndWeight() {
    tier.put(key("f", 0), "old", 10, false);
    tier.put(key("f", 0), "new", 30, false);

    assertThat(tier.get(key("f", 0))).isEqualTo("new");
    assertThat(tier.weight()).isEqualTo(30);
    assertThat(listener.replaced.sum()).isEqualTo(1);
    assertThat(listener.evicted.sum()).isZero();
  }

  @Test
  void putWithTheOtherFlagMovesTheEntry() {
    tier.put(key("f", 0), "ordinary", 10, false);
    tier.put(key("f", 0), "in memory", 20, true);
    assertThat(tier.get(key("f", 0))).isEqualTo("in memory");
    assertThat(tier.inMemoryWeight()).isEqualTo(20);
    assertThat(tier.weight()).isEqualTo(20);

    tier.put(key("f", 0), "ordinary", 10, false);
    assertThat(tier.get(key("f", 0))).isEqualTo("ordinary");
    assertThat(tier.inMemoryWeight()).isZero();
    assertThat(tier.weight()).isEqualTo(10);
  }

  @Test
  void removesByKey() {
    tier.put(key("f", 0), "a", 10, false);
    tier.put(key("f", 1), "b", 10, true);

    assertThat(tier.remove(key("f", 0))).isTrue();
    assertThat(tier.remove(key("f", 1))).isTrue();
    assertThat(tier.remove(key("f", 1))).isFalse();
    assertThat(tier.get(key("f", 0))).isNull();
    assertThat(tier.get(key("f", 1))).isNull();
    assertThat(listener.removed.sum()).isEqualTo(2);
  }

  @Test
  void evictsToStayWithinMaximumWeight() {
    for (int offset = 0; offset < 1000; offset++) {
      tier.put(key("f", offset), "v", 10, false);
      assertThat(tier.weight()).isLessThanOrEqualTo(MAXIMUM);
    }
    assertThat(tier.entryCount()).isEqualTo(MAXIMUM / 10);
    assertThat(listener.evicted.sum()).isEqualTo(1000 - MAXIMUM / 10);
  }

  @Test
  void rejectsEntriesAboveMaximumWeight() {
    tier.put(key("f", 0), "a", 10, false);

    assertThat(tier.put(key("f", 1), "big", 1001, false)).isFalse();
    assertThat(tier.put(key("f", 2), "big", 1001, true)).isFalse();
    assertThat(tier.get(key("f", 0))).isEqualTo("a");
    assertThat(listener.added.sum()).isEqualTo(1);
  }

  @Test
  void rejectsWeightBelowOne() {
    assertThatThrownBy(() -> tier.put(key("f", 0), "a", 0, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Weight 0: must be at least 1.");
  }

  @Test
  void rejectsNegativeMaximum() {
    assertThatThrownBy(() -> new OnHeapTier<>(-1, Key::file, listener))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Maximum weight -1: must not be negative.");
    assertThatThrownBy(() -> tier.setMaximumWeight(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(tier.maximumWeight()).isEqualTo(MAXIMUM);
  }

  @Test
  void inMemoryEntriesSurviveAnyNumberOfOrdinaryOnes() {
    for (int offset = 0; offset < 50; offset++) {
      tier.put(key("meta", offset), "m", 10, true);
    }
    for (int round = 0; round < 3; round++) {
      for (int offset = 0; offset < 1000; offset++) {
        tier.put(key("f", offset), "v", 10, false);
        tier.get(key("f", offset));
      }
    }
    for (int offset = 0; offset < 50; offset++) {
      assertThat(tier.get(key("meta", offset))).isEqualTo("m");
    }
    assertThat(tier.inMemoryWeight()).isEqualTo(500);
    assertThat(tier.weight()).isEqualTo(MAXIMUM);
  }

  @Test
  void inMemoryEntriesDisplaceOrdinaryOnesAndReturnTheBudget() {
    fill("f", 100, false);
    fill("meta", 100, true);
    assertThat(tier.inMemoryWeight()).as("all of the budget").isEqualTo(MAXIMUM);
    assertThat(tier.weight()).isEqualTo(MAXIMUM);
    assertThat(listener.evicted.sum()).isEqualTo(100);

    assertThat(tier.removeGroup("meta")).isEqualTo(100);
    fill("f", 100, false);
    assertThat(tier.weight()).isEqualTo(MAXIMUM);
  }

  @Test
  void inMemoryEntriesEvictEachOtherWhenTheyFillTheBudget() {
    fill("meta", 150, true);
    assertThat(tier.inMemoryWeight()).isEqualTo(MAXIMUM);
    assertThat(listener.evicted.sum()).isEqualTo(50);
  }

  @Test
  void maximumWeightCanBeChanged() {
    fill("f", 100, false);
    fill("meta", 40, true);

    tier.setMaximumWeight(500);
    assertThat(tier.weight()).isEqualTo(500);
    assertThat(tier.inMemoryWeight()).as("in-memory entries are evicted last").isEqualTo(400);

    tier.setMaximumWeight(200);
    assertThat(tier.weight()).isEqualTo(200);
    assertThat(tier.inMemoryWeight()).isEqualTo(200);

    tier.setMaximumWeight(2000);
    fill("g", 180, false);
    assertThat(tier.weight()).isEqualTo(2000);

    tier.setMaximumWeight(0);
    assertThat(tier.weight()).isZero();
    assertThat(tier.put(key("f", 0), "a", 1, false)).isFalse();
  }

  @Test
  void shrinksByMoreThanOneStep() {
    tier.setMaximumWeight(1L << 30);
    for (int offset = 0; offset < 1024; offset++) {
      tier.put(key("f", offset), "v", 1 << 20, offset % 2 == 0);
    }
    assertThat(tier.weight()).isEqualTo(1L << 30);
    tier.setMaximumWeight(10L << 20);
    assertThat(tier.weight()).isEqualTo(10L << 20);
  }

  @Test
  void removeGroupKeepsOtherGroups() {
    fill("f", 20, false);
    fill("g", 20, true);
    fill("h", 20, false);
    tier.put(key("f", 100), "m", 10, true);

    assertThat(tier.removeGroup("f")).isEqualTo(21);
    assertThat(tier.removeGroup("f")).isZero();
    assertThat(tier.removeGroup("never seen")).isZero();
    assertThat(tier).extracting(entry -> entry.key().file()).containsOnly("g", "h").hasSize(40);
  }

  @Test
  void removeGroupIfRemovesARange() {
    fill("f", 20, false);
    fill("g", 20, false);

    assertThat(tier.removeGroupIf("f", key -> key.offset() >= 5 && key.offset() <= 9)).isEqualTo(5);
    assertThat(tier.get(key("f", 4))).isNotNull();
    assertThat(tier.get(key("f", 5))).isNull();
    assertThat(tier.get(key("f", 9))).isNull();
    assertThat(tier.get(key("f", 10))).isNotNull();
    assertThat(tier.get(key("g", 5))).isNotNull();
  }

  @Test
  void removedGroupCanBeFilledAgain() {
    fill("f", 20, false);
    tier.removeGroup("f");
    fill("f", 20, false);
    assertThat(tier.entryCount()).isEqualTo(20);
    assertThat(tier.get(key("f", 3))).isNotNull();
  }

  @Test
  void iteratesOverBothRegions() {
    fill("f", 3, false);
    fill("meta", 2, true);
    List<Key> keys = new ArrayList<>();
    tier.forEach(entry -> keys.add(entry.key()));
    assertThat(keys)
        .containsExactlyInAnyOrder(
            key("f", 0), key("f", 1), key("f", 2), key("meta", 0), key("meta", 1));
  }

  @Test
  void clearLeavesTheTierUsable() {
    fill("f", 20, false);
    fill("meta", 20, true);
    tier.clear();
    assertThat(tier).isEmpty();
    assertThat(tier.weight()).isZero();
    assertThat(tier.put(key("f", 0), "a", 10, false)).isTrue();
    assertThat(tier.get(key("f", 0))).isEqualTo("a");
  }

  @Test
  void closedTierMissesAndRejects() {
    fill("f", 20, false);
    fill("meta", 20, true);
    tier.close();
    tier.close();

    assertThat(tier.put(key("f", 0), "a", 10, false)).isFalse();
    assertThat(tier.get(key("f", 0))).isNull();
    assertThat(tier.peek(key("meta", 0))).isNull();
    assertThat(tier.remove(key("f", 0))).isFalse();
    assertThat(tier.removeGroup("f")).isZero();
    assertThat(tier).isEmpty();
    tier.setMaximumWeight(5000);
    tier.clear();
  }

  private void fill(String file, int count, boolean inMemory) {
    for (int offset = 0; offset < count; offset++) {
      tier.put(key(file, offset), inMemory ? "m" : "v", 10, inMemory);
    }
  }

  private static Key key(String file, long offset) {
    return new Key(file, offset);
  }

  /** Between the two steps of a put, another thread puts the same key with the other flag. */
  @Test
  void twoPutsOfAKeyWithDifferentFlagsKeepTheNewer() {
    for (boolean flag : new boolean[] {false, true}) {
      Key key = key("f", flag ? 1 : 0);
      tier.put(key, "oldest", 10, flag);
      listener.onLeft = () -> tier.put(key, "newest", 20, !flag);
      tier.put(key, "newer", 30, flag);
      assertThat(tier.get(key)).isEqualTo("newest");
      assertThat(tier.peek(key)).isNotNull();
      Invariants.check(tier, listener);
    }
  }

  /** A thread that puts an older entry late does not replace the newer one. */
  @Test
  void latePutDoesNotReplaceANewerEntry() {
    Key key = key("f", 0);
    listener.onAdded = () -> tier.put(key, "newer", 20, false);
    assertThat(tier.put(key, "older", 10, false)).isTrue();
    assertThat(tier.get(key)).isEqualTo("newer");
    assertThat(tier.weight()).isEqualTo(20);
    Invariants.check(tier, listener);
  }
}
