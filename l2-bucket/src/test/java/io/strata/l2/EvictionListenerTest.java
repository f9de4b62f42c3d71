package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.evict.Victim;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.TestStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Which evictions a store's listener is told of; {@link TestStore} verifies the blocks' bytes. */
class EvictionListenerTest {
  private static final int BLOCK_BYTES = 64 << 10;

  /** Twice as many blocks as fit. */
  private static final int MANY = (int) (2 * TestStore.SMALL / BLOCK_BYTES);

  private final Set<Long> evicted = ConcurrentHashMap.newKeySet();
  private final Set<Long> readAgain = ConcurrentHashMap.newKeySet();

  private void note(Victim victim) {
    assertThat(evicted.add(victim.offset())).as("block reported once").isTrue();
    if (victim.wasReadAgain()) {
      readAgain.add(victim.offset());
    }
  }

  private TestStore store() {
    return new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withVictims(this::note));
  }

  private static void fill(TestStore test, String file, int blocks) {
    for (int i = 0; i < blocks; i++) {
      test.insert(file, i, BLOCK_BYTES);
    }
    test.awaitQuiet();
  }

  @Test
  void isToldOfEachBlockEvictedToFreeASlot() {
    try (TestStore test = store()) {
      fill(test, "file", MANY);
      for (int i = 0; i < MANY; i++) {
        assertThat(evicted.contains((long) i))
            .as("block %d was reported", i)
            .isEqualTo(!test.read("file", i));
      }
      assertThat(evicted).hasSize((int) test.store().statistics().evictedForRoom());
      assertThat(readAgain).isEmpty();
    }
  }

  @Test
  void isToldOfBlocksInSeveralSlots() {
    int large = 5 << 20;
    try (TestStore test = store()) {
      for (int i = 0; i < 12; i++) {
        test.put("large", i, large);
      }
      assertThat(evicted).hasSize((int) test.store().statistics().evictedForRoom()).isNotEmpty();
    }
  }

  @Test
  void isNotToldOfEvictionsByRequest() {
    try (TestStore test = store()) {
      fill(test, "one", 10);
      fill(test, "other", 10);
      assertThat(test.store().evict("one", 3)).isTrue();
      assertThat(test.store().evictRange("one", 4, 6)).isEqualTo(3);
      assertThat(test.store().evictFile("other")).isEqualTo(10);
      test.awaitQuiet();
    }
    assertThat(evicted).isEmpty();
  }

  @Test
  void isNotToldOfMovedBlocks() {
    try (TestStore test = new TestStore(shrinking())) {
      // Half of the blocks, distributed over the memory.
      int blocks = MANY * 3 / 4;
      fill(test, "file", blocks);
      for (int i = 0; i < blocks; i += 2) {
        test.store().evict("file", i);
      }
      test.store().controls().resize(TestStore.SMALL);
      test.awaitQuiet();
      assertThat(test.store().statistics().moved()).isPositive();
      assertThat(test.store().statistics().evictedForRoom()).isZero();
    }
    assertThat(evicted).isEmpty();
  }

  private StoreOptions shrinking() {
    return StoreOptions.ofBytes(2 * TestStore.SMALL).withVictims(this::note);
  }

  @Test
  void failingListenerLosesNoSlot() {
    StoreOptions options =
        StoreOptions.ofBytes(TestStore.SMALL)
            .withVictims(
                victim -> {
                  throw new IllegalStateException("on purpose");
                });
    try (TestStore test = new TestStore(options)) {
      fill(test, "file", MANY);
      assertThat(test.errors()).hasSize((int) test.store().statistics().evictedForRoom());
      assertThat(test.errors()).isNotEmpty();
    }
  }

  @Test
  void isToldWhichBlocksWereReadAgain() {
    StoreOptions options =
        StoreOptions.ofBytes(TestStore.SMALL).withPolicy(Policies.S3_FIFO).withVictims(this::note);
    try (TestStore test = new TestStore(options)) {
      fill(test, "file", MANY / 4);
      for (int i = 0; i < MANY / 8; i++) {
        test.read("file", i);
      }
      for (int i = 0; i < 2 * MANY; i++) {
        test.insert("file", MANY + i, BLOCK_BYTES);
      }
      test.awaitQuiet();
      assertThat(readAgain)
          .isNotEmpty()
          .allMatch(offset -> offset < MANY / 8)
          .containsAll(evicted.stream().filter(offset -> offset < MANY / 8).toList());
    }
  }

  @Test
  void victimReportsThatItsFileIsEvicted() {
    StoreOptions[] options = new StoreOptions[1];
    TestStore[] store = new TestStore[1];
    options[0] =
        StoreOptions.ofBytes(TestStore.SMALL)
            .withVictims(
                victim -> {
                  assertThat(victim.isFileRetired()).isFalse();
                  store[0].store().evictFile(victim.file());
                  assertThat(victim.isFileRetired()).isTrue();
                  note(victim);
                });
    try (TestStore test = new TestStore(options[0])) {
      store[0] = test;
      for (int i = 0; evicted.isEmpty(); i++) {
        test.put("file", i, BLOCK_BYTES);
      }
      assertThat(test.store().inspection().blocksOf("file")).isLessThanOrEqualTo(1);
    }
  }
}
