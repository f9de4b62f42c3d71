package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.pool.SizeClass;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Slots of sizes that the cache has no buckets for. */
class AllocatorTest {
  private static final int LARGE = 100_000;
  private static final int MAX = 90_000;
  private static final int MEDIUM = 50_000;
  private static final int[] SMALL = {20_000, 30_000, 40_000};

  private static final int SEED = 1;

  private final TestCore test = new TestCore(4, SMALL[0], SMALL[1], SMALL[2], MEDIUM, LARGE);
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

    Random random = new Random(SEED);
    int first = Handle.NONE;
    // Enough for a bucket if most ask for the same class, not if a third of them does.
    for (int i = 0; first == Handle.NONE && i < 400; i++) {
      first = allocator.allocateSmaller(SMALL[random.nextInt(SMALL.length)], MAX);
      test.runBackground();
    }

    assertThat(first).isNotEqualTo(Handle.NONE);
    SizeClass shared = test.pool.bucketOf(first).sizeClass();
    test.pool.release(first);
    assertThat(shared.slotBytes()).as("is used by several sizes").isGreaterThan(SMALL[0]);
    int other = allocator.allocateSmaller(SMALL[0], MAX);
    assertThat(test.pool.bucketOf(other).sizeClass()).isEqualTo(shared);
    test.pool.release(other);
  }

  /** With a bucket for each, blocks would take slots that are far too large for much longer. */
  @Test
  void blocksOfSizesWithoutABucketAskForTheSameOne() {
    for (int bucket = 0; bucket < 4; bucket++) {
      test.fill(large);
    }

    Random random = new Random(SEED);
    SizeClass used = large;
    // Enough for a bucket if most ask for the same class, not if a third of them does.
    for (int i = 0; used == large && i < 200; i++) {
      int length = SMALL[random.nextInt(SMALL.length)];
      used = test.pool.bucketOf(test.put(allocator.allocate(length), length)).sizeClass();
      test.runBackground();
    }
    assertThat(used.slotBytes()).as("is used by several sizes").isBetween(SMALL[1], LARGE - 1);
  }

  /** Each wastes most of its slot, and the background thread may get no processor for a while. */
  @Test
  void guestsAreLimitedWhileTheBackgroundDoesNotRun() {
    for (int bucket = 0; bucket < 4; bucket++) {
      test.fill(large);
    }

    SizeClass used = large;
    int guests = -1;
    for (; used == large && guests < 4 * large.slotsPerBucket(); guests++) {
      used = test.pool.bucketOf(test.put(allocator.allocate(SMALL[0]), SMALL[0])).sizeClass();
    }

    assertThat(guests).isLessThanOrEqualTo(2 * large.slotsPerBucket() + 1);
    assertThat(used).isSameAs(test.pool.classFor(SMALL[0]));
  }

  @Test
  void aBlockLargerThanAllOthersGetsASlotIfEachClassHasOneBucket() {
    for (int length : SMALL) {
      test.fill(test.pool.classFor(length));
    }
    test.fill(test.pool.classFor(MEDIUM));

    int handle = allocator.allocate(LARGE);

    assertThat(handle).isNotEqualTo(Handle.NONE);
    test.pool.release(handle);
  }

  /** For a slot of its class, another block would be evicted, which may be a long one, too. */
  @Test
  void theLastPartOfALongBlockTakesALargerSlotRatherThanEvictABlock() {
    SizeClass small = test.pool.classFor(SMALL[0]);
    SizeClass medium = test.pool.classFor(MEDIUM);
    List<Integer> blocks = test.fill(small);
    blocks.addAll(test.fill(large));
    assertThat(test.pool.formatEmptyBucket(large)).isTrue();
    assertThat(test.pool.formatEmptyBucket(medium)).isTrue();

    int handle = allocator.allocate(large.slotBytes() + SMALL[0]);

    int last = test.slots.nextPart(handle);
    assertThat(test.pool.bucketOf(last).sizeClass()).isSameAs(medium);
    assertThat(blocks).as("blocks evicted for nothing").allMatch(test::read);
    assertThat(small.balance().surplus()).as("is owed").isEqualTo(-medium.slotBytes());
    test.pool.release(handle);
  }

  @Test
  void aSlotThatIsNotSmallerIsNotUsed() {
    List<Integer> blocks = test.fill(large);
    for (int bucket = 1; bucket < 4; bucket++) {
      test.fill(large);
    }

    assertThat(allocator.allocateSmaller(SMALL[0], MAX)).isEqualTo(Handle.NONE);
    assertThat(allocator.allocateSmaller(MAX + 1, MAX)).isEqualTo(Handle.NONE);

    assertThat(blocks).as("blocks evicted for nothing").allMatch(test::read);
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
