package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.testing.Gate;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.InFlightBlock;
import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks in flight. */
class BlockStoreWritesTest {
  private static final int KB = 1 << 10;

  @Test
  void fullQueueLosesNoBlocks() throws Exception {
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(256L << 20).withWriters(1, 2).withHandOver(1))) {
      for (int i = 0; i < 3_000; i++) {
        assertThat(test.insert("file", i, 64 * KB)).isTrue();
      }
      test.store().awaitQuiet();
      assertThat(test.store().statistics().copiedByCaller()).isGreaterThan(0);
      for (int i = 0; i < 3_000; i++) {
        assertThat(test.read("file", i)).as("block %d", i).isTrue();
      }
    }
  }

  @Test
  void onlyLargeBlocksAreHandedToAWriter() throws Exception {
    try (TestStore test = TestStore.small()) {
      test.put("file", 1, StoreOptions.HAND_OVER_BYTES - 1);
      assertThat(test.store().statistics().copiedByCaller()).isEqualTo(1);
      test.put("file", 2, StoreOptions.HAND_OVER_BYTES);
      assertThat(test.store().statistics().copiedByCaller()).isEqualTo(1);
      assertThat(test.read("file", 2)).isTrue();
    }
  }

  @Test
  void blockInFlightCanBeReadAndEvicted() throws Exception {
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withWriters(1, 8).withHandOver(1))) {
      Gate gate = new Gate();
      ProvingBlock block = new ProvingBlock("file", 1, KB).on(gate);
      test.insert(block);
      gate.awaitReached();
      assertThat(test.store().contains("file", 1)).isTrue();
      assertThat(test.store().pin("file", 1)).isEqualTo(BlockStore.NONE);
      InFlightBlock<ProvingBlock> reader = test.store().retainInFlight("file", 1);
      reader.source().prove("file", 1);
      assertThat(test.store().evict("file", 1)).isTrue();
      assertThat(test.store().contains("file", 1)).isFalse();
      gate.open();
      test.awaitQuiet();
      assertThat(test.store().contains("file", 1)).as("evicted while it was copied").isFalse();
      reader.source().prove("file", 1);
      reader.release();
      assertThat(block.isReleased()).isTrue();
      assertThat(test.store().statistics().rejected(Rejection.EVICTED_IN_FLIGHT)).isEqualTo(1);
    }
  }

  @Test
  void fileClosedDuringACopyStaysClosed() throws Exception {
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withWriters(1, 8).withHandOver(1))) {
      Gate gate = new Gate();
      test.insert(new ProvingBlock("file", 1, KB).on(gate));
      gate.awaitReached();
      test.store().evictFile("file");
      gate.open();
      test.awaitQuiet();
      assertThat(test.store().contains("file", 1)).isFalse();
      assertThat(test.store().statistics().blocks()).isZero();
    }
  }

  @Test
  void failingSourceLosesOnlyItsBlock() throws Exception {
    try (TestStore test = TestStore.small()) {
      ProvingBlock failing = new ProvingBlock("file", 1, KB);
      failing.release();
      test.insert(failing);
      test.store().awaitQuiet();
      assertThat(test.errors()).as("of the copy, and of the release").hasSize(2);
      assertThat(test.read("file", 1)).isFalse();
      assertThat(test.store().statistics().rejected().get(Rejection.WRITE_FAILED)).isEqualTo(1);
      test.put("file", 2, KB);
      assertThat(test.read("file", 2)).isTrue();
    }
  }

  /**
   * A block is evicted while it is copied, and inserted again as soon as its writer reports that.
   * The first insert must not interfere with the second.
   */
  @Test
  void blockCanBeInsertedAgainWhileTheEvictedOneIsStillWritten() throws Exception {
    try (TestStore test = TestStore.small()) {
      List<String> done = new ArrayList<>();
      ProvingBlock first =
          new ProvingBlock("file", 0, KB)
              .on(
                  call -> {
                    if (call == ProvingBlock.Call.WRITE && done.isEmpty()) {
                      done.add("evicted: " + test.store().evict("file", 0));
                    } else if (call == ProvingBlock.Call.ATTRIBUTES && done.size() == 1) {
                      done.add("inserted: " + test.insert("file", 0, KB));
                    }
                  });
      test.insert(first);
      test.awaitQuiet();
      assertThat(done).containsExactly("evicted: true", "inserted: true");
      assertThat(test.read("file", 0)).isTrue();
      assertThat(test.store().statistics().rejected())
          .containsEntry(Rejection.ALREADY_CACHED, 0L)
          .containsEntry(Rejection.EVICTED_IN_FLIGHT, 1L);
    }
  }
}
