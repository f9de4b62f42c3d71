package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.policy.Policies;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HottestFirstTest {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int BLOCKS = 300;

  private static TestStore filled(Policies policy) {
    TestStore test = new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withPolicy(policy));
    for (int i = 0; i < BLOCKS; i++) {
      test.put("file", i, BLOCK_BYTES);
    }
    return test;
  }

  private static List<Long> order(TestStore test) {
    List<Long> order = new ArrayList<>();
    test.store()
        .inspection()
        .visitHottestFirst(
            block -> {
              TestStore.prove(block);
              return order.add(block.offset());
            });
    return order;
  }

  @ParameterizedTest
  @EnumSource
  void eachBlockIsVisitedOnce(Policies policy) {
    try (TestStore test = filled(policy)) {
      // A block in several slots.
      test.put("file", BLOCKS, 6 << 20);
      test.put("gone", 0, BLOCK_BYTES);
      test.store().evictFile("gone");
      assertThat(order(test)).doesNotHaveDuplicates().hasSize(BLOCKS + 1);
    }
  }

  @Test
  void mostRecentlyReadBlocksComeFirstUnderLru() {
    try (TestStore test = filled(Policies.LRU)) {
      Set<Long> read = new HashSet<>();
      for (long i = 7; i < BLOCKS; i += 10) {
        assertThat(test.read("file", i)).isTrue();
        read.add(i);
      }
      List<Long> order = order(test);
      // One scan may visit some of the last-inserted blocks together with them.
      int first = read.size() + 2 * BLOCKS / 32;
      assertThat(order.subList(0, first)).containsAll(read);
      assertThat(order.indexOf(BLOCKS - 2L)).isLessThan(order.indexOf(BLOCKS / 2L));
      assertThat(order.indexOf(BLOCKS / 2L)).isLessThan(order.indexOf(2L));
    }
  }

  @Test
  void blocksReadAgainComeBeforeNewOnes() {
    try (TestStore test = filled(Policies.REUSE_DISTANCE)) {
      Set<Long> again = new HashSet<>();
      for (long i = 0; i < 20; i++) {
        assertThat(test.read("file", i)).isTrue();
        again.add(i);
      }
      // The policy gives new blocks some time to be read again.
      for (long i = BLOCKS; i < BLOCKS + 140; i++) {
        test.put("file", i, BLOCK_BYTES);
      }
      List<Long> order = order(test);
      assertThat(order).hasSize(BLOCKS + 140);
      // The minimum number of blocks per scan.
      assertThat(again).containsAll(order.subList(0, order.size() / 32));
    }
  }

  @Test
  void visitorCanEndTheVisit() {
    try (TestStore test = filled(Policies.DEFAULT)) {
      List<Long> visited = new ArrayList<>();
      test.store()
          .inspection()
          .visitHottestFirst(
              block -> {
                visited.add(block.offset());
                return visited.size() < 5;
              });
      assertThat(visited).hasSize(5);
    }
  }

  @Test
  void levelsRiseWithRanks() {
    long[] ranks = {
      Long.MIN_VALUE,
      -1L << 40,
      -1 << 20,
      -1_000,
      -17,
      -16,
      -1,
      0,
      1,
      15,
      16,
      17,
      40,
      1_000,
      1 << 20,
      1L << 40,
      Long.MAX_VALUE
    };
    for (int i = 1; i < ranks.length; i++) {
      assertThat(HottestFirst.levelOfRank(ranks[i]))
          .as("level of %d", ranks[i])
          .isGreaterThan(HottestFirst.levelOfRank(ranks[i - 1]));
    }
    assertThat(HottestFirst.levelOfRank(Long.MIN_VALUE)).isZero();
    assertThat(HottestFirst.levelOfRank(Long.MAX_VALUE)).isEqualTo(2 * 960 - 1);
  }

  @Test
  void endWritesRejectsInsertsAndKeepsReads() {
    try (TestStore test = filled(Policies.DEFAULT)) {
      test.insert("file", BLOCKS, BLOCK_BYTES);
      test.store().endWrites();
      assertThat(test.read("file", BLOCKS)).as("block inserted before").isTrue();
      assertThat(test.insert("file", BLOCKS + 1, BLOCK_BYTES)).isFalse();
      assertThat(test.store().statistics().rejected(Rejection.CLOSED)).isEqualTo(1);
      assertThat(test.read("file", 0)).isTrue();
      assertThat(test.store().evict("file", 0)).isTrue();
      assertThat(test.read("file", 0)).isFalse();
    }
  }
}
