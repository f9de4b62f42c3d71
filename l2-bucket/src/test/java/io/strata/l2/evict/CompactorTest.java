package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The background work ends, and moves buckets to the classes that need them. */
class CompactorTest {
  private static final int LARGE = BucketLayout.BUCKET_BYTES / 4 - 4_096;
  private static final int SMALL = LARGE / 2;

  /** Slots so small that formatting a bucket takes a while. */
  private static final int TINY = 1_000;

  private static final int BUCKETS = 8;

  /** How many capacities are inserted; after each, what classes are owed is halved. */
  private static final int CAPACITIES = 6;

  private static final int ROUNDS = 2_000;
  private static final int SEEDS = 40;
  private static final int INSERTS = 100;

  /** The maximum delay of the removal: longer than the others take. */
  private static final int SPINS = 200;

  private final TestCore test = new TestCore(2, SMALL, LARGE);
  private final SizeClass large = test.pool.classFor(LARGE);
  private final SizeClass small = test.pool.classFor(SMALL);

  @AfterEach
  void checkCounts() {
    test.checkCounts();
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

  /** Whatever the balances of the classes, buckets move a few times and no more. */
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
      some.checkCounts();
    }
  }

  /** Until readers unpin blocks of the draining bucket, the background is not asked again. */
  @Test
  void drainHeldUpByPinsIsRequestedOnce() {
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

  @Test
  void workIsRequestedAgainAfterItsNextStepFoundNoHeap() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    AtomicBoolean noHeap = new AtomicBoolean();
    Executor background =
        task -> {
          if (noHeap.get()) {
            throw new OutOfMemoryError("on purpose");
          }
          tasks.add(task);
        };
    Compactor compactor = new Compactor(test.core, test.selection, background);
    test.fill(large);
    test.fill(small);
    // More is owed than a step chooses victims for.
    large.balance().owe(test.pool.maxOwed(), test.pool.maxOwed());
    small.balance().owe(test.pool.maxOwed(), test.pool.maxOwed());
    compactor.noteTaken(large);
    noHeap.set(true);
    tasks.remove().run();
    noHeap.set(false);

    compactor.noteTaken(large);

    assertThat(tasks).hasSize(1);
  }

  /** Victims of 4 MB are enough for the bucket, but they are in classes that give up none. */
  @Test
  void noBlockThatWasReadIsEvictedForARemovedBucket() {
    TestCore shrinking = new TestCore(8, LARGE / 5, LARGE / 3, LARGE / 2, LARGE);
    List<Integer> fresh = fillTwice(shrinking, LARGE / 5);
    FormattedBucket last = shrinking.pool.bucket(7);
    assertThat(last).as("is removed").isSameAs(shrinking.pool.bucketOf(fresh.get(0)));
    fillTwice(shrinking, LARGE / 2);
    fillTwice(shrinking, LARGE / 3);
    List<Integer> large = fillTwice(shrinking, LARGE);
    for (int block : large.subList(0, 2)) {
      shrinking.core.evictor().evictForCapacity(block);
    }
    fresh.addAll(large.subList(2, large.size()));
    assertThat(fresh).allMatch(shrinking::read);

    shrinking.compactor.removeBuckets(1);
    shrinking.runBackground();

    assertThat(shrinking.pool.liveBuckets()).isEqualTo(7);
    assertThat(fresh).allMatch(shrinking::read);
    assertThat(shrinking.pool.total().surplus()).as("more than a bucket").isNotNegative();
    shrinking.checkCounts();
  }

  private static List<Integer> fillTwice(TestCore test, int size) {
    List<Integer> blocks = new ArrayList<>(test.fill(test.pool.classFor(size)));
    blocks.addAll(test.fill(test.pool.classFor(size)));
    return blocks;
  }

  private static int[] sizes() {
    int[] sizes = new int[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      sizes[i] = (i + 1) * LARGE / BUCKETS;
    }
    return sizes;
  }

  /** A class may take the bucket and insert a block while the bucket is being retired. */
  @Test
  void bucketIsRemovedThatAClassHasJustTaken() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      TestCore removing = new TestCore(1, TINY);
      SizeClass gets = removing.pool.classFor(TINY);
      CyclicBarrier begin = new CyclicBarrier(2);
      CompletableFuture<Void> inserts =
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
      while (!inserts.isDone()) {
        removing.runOne();
      }
      inserts.get();
      removing.runBackground();
      assertThat(removing.pool.liveBuckets()).as("buckets in round %d", round).isZero();
      removing.checkCounts();
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

  /** Whatever is owed to the other classes, which take no more slots. */
  @Test
  void classThatTakesSlotsGetsABucketBeforeLong() {
    int[] sizes = sizes();
    TestCore many = new TestCore(BUCKETS, sizes);
    for (int size : sizes) {
      many.fill(many.pool.classFor(size));
      owe(many, many.pool.classFor(size), many.pool.maxOwed());
    }
    SizeClass growing = many.pool.classFor(LARGE);
    Allocator allocator = new Allocator(many.core, many.selection, many.compactor);

    int blocks = CAPACITIES * BUCKETS * BucketLayout.BUCKET_BYTES / LARGE;
    for (int block = 0; block < blocks && growing.bucketCount() == 1; block++) {
      int handle = allocator.allocate(LARGE);
      assertThat(handle).isNotEqualTo(Handle.NONE);
      many.put(handle, LARGE);
      many.runBackground();
    }

    assertThat(growing.bucketCount()).isGreaterThan(1);
    many.checkCounts();
  }
}
