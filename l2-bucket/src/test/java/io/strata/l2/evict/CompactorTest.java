package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.SizeClass;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The background's work comes to an end, and gets buckets to where they are needed. */
class CompactorTest {
  private static final int LARGE = 1_000_000;
  private static final int SMALL = LARGE / 2;

  /** Of slots so small it takes a while to formatted a bucket. */
  private static final int TINY = 1_000;

  private static final int BUCKETS = 8;

  /** How often what classes are owed fades in the test; each time it weighs half. */
  private static final int TURNOVERS = 6;

  private static final int ROUNDS = 2_000;
  private static final int SEEDS = 40;
  private static final int INSERTS = 100;

  /** For so long at most the removal begins after the others: more than they take. */
  private static final int SPINS = 200;

  private final TestCore test = new TestCore(2, SMALL, LARGE);
  private final SizeClass large = test.pool.classFor(LARGE);
  private final SizeClass small = test.pool.classFor(SMALL);

  @AfterEach
  void provesThatAllIsCounted() {
    test.proveCounted();
  }

  private static void owe(TestCore test, SizeClass sizeClass, long bytes) {
    sizeClass.balance().owe(bytes, test.pool.maxOwed());
    test.compactor.noteTaken(sizeClass);
    test.runBackground();
  }

  @Test
  void endsWhenEveryBlockIsPinned() {
    test.fill(large).forEach(test.slots::pinQuietly);
    test.fill(small).forEach(test.slots::pinQuietly);

    owe(test, large, 3L * LARGE);

    assertThat(test.pool.total().surplus()).as("nothing could be chosen").isNegative();
  }

  @Test
  void endsWhenMoreIsOwedThanThereIs() {
    test.fill(large);
    test.fill(small);
    large.balance().owe(4L * LARGE, test.pool.maxOwed());
    large.balance().owe(4L * LARGE, test.pool.maxOwed());

    owe(test, large, 3L * LARGE);

    assertThat(test.pool.total().surplus()).isNegative();
  }

  /** However the classes' accounts are, buckets change hands a few times and no more. */
  @Test
  void endsWithoutInserts() {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] sizes = sizes();
      TestCore some = new TestCore(2 * BUCKETS, sizes);
      for (int bucket = 0; bucket < 2 * BUCKETS; bucket++) {
        SizeClass sizeClass = some.pool.classFor(sizes[random.nextInt(BUCKETS)]);
        for (int handle : some.fill(sizeClass)) {
          if (random.nextInt(4) == 0) {
            some.core.evictor().evictForCapacity(handle);
          } else if (random.nextInt(4) == 0) {
            some.selection.chooseVictim(handle, some.slots.meta(handle));
          }
        }
      }
      for (int size : sizes) {
        owe(some, some.pool.classFor(size), random.nextInt(5) * (long) LARGE);
      }
      for (int size : sizes) {
        some.compactor.noteTaken(some.pool.classFor(size));
        some.runBackground();
      }
      some.proveCounted();
    }
  }

  /** Until readers unpin what is drained, the background is not asked again. */
  @Test
  void drainThatPinsHoldUpIsAskedForOnce() {
    TestCore held = new TestCore(2, SMALL, LARGE);
    SizeClass gives = held.pool.classFor(SMALL);
    SizeClass gets = held.pool.classFor(LARGE);
    List<Integer> blocks = held.fill(gives);
    int pinned = blocks.get(0);
    for (int block : blocks.subList(1, blocks.size())) {
      held.core.evictor().evictForCapacity(block);
    }
    held.fill(gets);
    held.compactor.removeBuckets(0);
    assertThat(held.slots.pinQuietly(pinned)).isTrue();
    assertThat(held.pool.beginDrain(held.pool.bucketOf(pinned))).isTrue();
    gets.balance().owe(3L * LARGE, held.pool.maxOwed());
    assertThat(held.pool.total().surplus()).isNegative();
    held.runBackground();

    int asked = 0;
    for (int insert = 0; insert < INSERTS; insert++) {
      held.compactor.noteTaken(gets);
      asked += held.runOne() ? 1 : 0;
    }

    assertThat(asked).as("tasks of the background").isLessThan(INSERTS / 10);
    held.core.evictor().evictForCapacity(pinned);
    held.core.unpin(pinned);
    held.runBackground();
  }

  private static int[] sizes() {
    int[] sizes = new int[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      sizes[i] = (i + 1) * LARGE / BUCKETS;
    }
    return sizes;
  }

  /**
   * While its number is looked at and it is told to leave, a class may get it and put a block in.
   */
  @Test
  void bucketIsRemovedThatAClassJustGets() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      TestCore removing = new TestCore(1, TINY);
      SizeClass gets = removing.pool.classFor(TINY);
      CyclicBarrier begin = new CyclicBarrier(2);
      CompletableFuture<Void> taker =
          CompletableFuture.runAsync(
              () -> {
                await(begin);
                while (removing.pool.formatEmptyBucket(gets)) {
                  removing.publish(removing.pool.takeFree(gets), TINY);
                }
              });
      await(begin);
      spin(round);
      removing.compactor.removeBuckets(1);
      while (!taker.isDone()) {
        removing.runOne();
      }
      taker.get();
      removing.runBackground();
      assertThat(removing.pool.liveBuckets()).as("buckets in round %d", round).isZero();
      removing.proveCounted();
    }
  }

  private static void spin(int times) {
    for (int i = 0; i < times % SPINS; i++) {
      Thread.onSpinWait();
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  /** However much is owed to the others, which take nothing any more. */
  @Test
  void classThatTakesSlotsGetsABucketBeforeLong() {
    int[] sizes = sizes();
    TestCore many = new TestCore(BUCKETS, sizes);
    for (int size : sizes) {
      many.fill(many.pool.classFor(size));
      owe(many, many.pool.classFor(size), many.pool.maxOwed());
    }
    SizeClass taker = many.pool.classFor(LARGE);
    Allocator allocator = new Allocator(many.core, many.selection, many.compactor);

    int blocks = TURNOVERS * BUCKETS * BucketLayout.BUCKET_BYTES / LARGE;
    for (int block = 0; block < blocks && taker.bucketCount() == 1; block++) {
      int handle = allocator.allocate(LARGE);
      assertThat(handle).isNotEqualTo(Handle.NONE);
      many.put(handle, LARGE);
      many.runBackground();
    }

    assertThat(taker.bucketCount()).isGreaterThan(1);
    many.proveCounted();
  }
}
