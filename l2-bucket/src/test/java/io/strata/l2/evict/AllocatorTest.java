package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.pool.SizeClass;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Slots of sizes that the cache has no buckets for. */
class AllocatorTest {
  private static final int LARGE = 100_000;
  private static final int MAX = 90_000;
  private static final int[] SMALL = {20_000, 30_000, 40_000};

  /** Of any block. */
  private static final long ANY_RANK = Long.MIN_VALUE;

  /** Of no block. */
  private static final long NO_RANK = Long.MAX_VALUE;

  private final TestCore test = new TestCore(4, SMALL[0], SMALL[1], SMALL[2], LARGE);
  private final Allocator allocator = new Allocator(test.core, test.selection, test.compactor);
  private final SizeClass large = test.pool.classFor(LARGE);

  @AfterEach
  void checkCounts() {
    test.checkCounts();
  }

  @Test
  void sizesWithoutABucketAskForTheSameOne() {
    for (int bucket = 0; bucket < 4; bucket++) {
      test.fill(large);
    }

    int first = Handle.NONE;
    // Two buckets' worth of demand for the common class, which would be a third of it for each.
    for (int i = 0; first == Handle.NONE && i < 300; i++) {
      first = allocator.allocateSmaller(SMALL[i % SMALL.length], MAX, ANY_RANK);
      test.runBackground();
    }

    assertThat(first).isNotEqualTo(Handle.NONE);
    test.pool.release(first);
    for (int bytes : SMALL) {
      int slot = allocator.allocateSmaller(bytes, MAX, ANY_RANK);
      assertThat(test.pool.bucketOf(slot).sizeClass().slotBytes()).isEqualTo(SMALL[2]);
      test.pool.release(slot);
    }
  }

  @Test
  void aSlotThatIsNotSmallerIsNotUsed() {
    List<Integer> blocks = test.fill(large);
    for (int bucket = 1; bucket < 4; bucket++) {
      test.fill(large);
    }

    assertThat(allocator.allocateSmaller(SMALL[0], MAX, ANY_RANK)).isEqualTo(Handle.NONE);
    assertThat(allocator.allocateSmaller(MAX + 1, MAX, ANY_RANK)).isEqualTo(Handle.NONE);

    assertThat(blocks).as("blocks evicted for nothing").allMatch(test::read);
  }

  @Test
  void onlyABlockOfTheRankIsEvicted() {
    for (int bucket = 1; bucket < 4; bucket++) {
      test.fill(large);
    }
    SizeClass small = test.pool.classFor(SMALL[0]);
    List<Integer> blocks = test.fill(small);
    // Lets time pass.
    test.slots.policy().onInsert(1, 4 << 20, false);
    int half = blocks.size() / 2;
    blocks.subList(half, blocks.size()).forEach(test::read);

    assertThat(allocator.allocateSmaller(SMALL[0], MAX, NO_RANK)).isEqualTo(Handle.NONE);
    assertThat(small.balance().surplus()).as("the class is owed a slot").isNegative();

    int slot = allocator.allocateSmaller(SMALL[0], MAX, ANY_RANK);
    assertThat(blocks.subList(0, half)).as("the older half").contains(slot);
    test.pool.release(slot);
  }

  @Test
  void rareBlocksLargerThanAllOthersEvictAtMostTwoBuckets() {
    SizeClass small = test.pool.classFor(SMALL[0]);
    for (int bucket = 0; bucket < 4; bucket++) {
      test.fill(small);
    }
    long drained = test.pool.drainedBuckets();

    for (int rare = 0; rare < 40; rare++) {
      test.put(allocator.allocate(LARGE), LARGE);
      test.runBackground();
      for (int i = 0; i < 100; i++) {
        test.put(allocator.allocate(SMALL[0]), SMALL[0]);
        test.runBackground();
      }
    }

    assertThat(test.pool.drainedBuckets() - drained).as("buckets drained").isLessThanOrEqualTo(2);
  }
}
