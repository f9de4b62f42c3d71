package io.strata.l2.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.testing.Garbage;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BucketPoolTest {
  private static final int LARGE = BucketLayout.BUCKET_BYTES / 4;

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final BucketBuffer[] memory = BucketMemory.direct().allocate(1);
  private final SlotTable slots = new SlotTable(memory, Policies.LRU.make(1 << 20, 16));
  private final BucketPool pool =
      new BucketPool(slots, SizeClasses.of(4 << 10, LARGE), background::add);
  private final SizeClass small = pool.classFor(4 << 10);
  private final SizeClass large = pool.classFor(LARGE);

  private List<Integer> takeAll(SizeClass sizeClass) {
    List<Integer> taken = new ArrayList<>();
    for (int slot = pool.takeFree(sizeClass); slot != Handle.NONE; ) {
      taken.add(slot);
      slot = pool.takeFree(sizeClass);
    }
    return taken;
  }

  private FormattedBucket bucket() {
    return Objects.requireNonNull(pool.bucket(0));
  }

  @Test
  void everySlotOfABucketIsTakenOnceAndCanBeTakenAgain() {
    assertThat(pool.formatEmptyBucket(small)).isTrue();
    assertThat(pool.formatEmptyBucket(large)).as("a second bucket").isFalse();
    List<Integer> taken = takeAll(small);
    assertThat(taken).doesNotHaveDuplicates().hasSize(BucketLayout.slots(4 << 10, 0));
    assertThat(small.isFull()).isTrue();
    taken.forEach(pool::release);
    assertThat(small.isFull()).isFalse();
    assertThat(bucket().freeSlots()).isEqualTo(taken.size());
    List<String> wrong = new ArrayList<>();
    new BucketPoolAudit(slots, pool, wrong).walk();
    assertThat(wrong).isEmpty();
    assertThat(takeAll(small)).hasSameElementsAs(taken);
  }

  @Test
  void drainedBucketIsEmptyWhenItsLastSlotIsFreedAndNotBefore() {
    pool.formatEmptyBucket(small);
    int held = pool.takeFree(small);
    assertThat(pool.beginDrain(bucket())).isTrue();
    assertThat(pool.beginDrain(bucket())).as("twice").isFalse();
    assertThat(pool.takeFree(small)).isEqualTo(Handle.NONE);
    assertThat(pool.emptyBuckets()).isZero();
    assertThat(pool.isDraining(held)).isTrue();
    pool.release(held);
    assertThat(pool.emptyBuckets()).isEqualTo(1);
    assertThat(pool.drainingBuckets()).isZero();
    assertThat(pool.bucket(0)).isNull();
  }

  @Test
  void unusedBucketIsDrainedAtOnce() {
    pool.formatEmptyBucket(small);
    assertThat(pool.beginDrain(bucket())).isTrue();
    assertThat(pool.emptyBuckets()).isEqualTo(1);
    assertThat(pool.drainingBuckets()).isZero();
    assertThat(pool.formatEmptyBucket(large)).isTrue();
    assertThat(pool.takeFree(small)).as("of the previous format").isEqualTo(Handle.NONE);
    assertThat(takeAll(large)).hasSize(bucket().slotCount());
  }

  @Test
  void unusedBucketIsFormattedForAnotherClass() {
    pool.formatEmptyBucket(small);
    int one = pool.takeFree(small);
    int other = pool.takeFree(small);
    pool.release(one);
    assertThat(pool.formatEmptyBucket(large)).as("with a block in it").isFalse();
    pool.release(other);
    assertThat(pool.hasEmptyBucket()).isTrue();
    assertThat(pool.formatEmptyBucket(large)).isTrue();
    assertThat(small.hasBuckets()).isFalse();
    assertThat(takeAll(large)).hasSize(bucket().slotCount());
  }

  @Test
  void blockInSeveralSlotsIsFreedAsAWhole() {
    pool.formatEmptyBucket(large);
    int first = pool.takeFree(large);
    int second = pool.takeFree(large);
    slots.join(second, first, 77);
    slots.setNextPart(first, second);
    assertThat(Meta.state(slots.meta(second))).isEqualTo(Meta.PART);
    assertThat(slots.firstOf(second)).isEqualTo(first);
    pool.release(first);
    assertThat(bucket().freeSlots()).isEqualTo(bucket().slotCount());
    assertThat(slots.nextPart(first)).isEqualTo(Handle.NONE);
  }

  /** A reader may follow a link that is stale since the bucket was formatted again. */
  @Test
  void headersNeverBecomeBlockMemory() {
    pool.formatEmptyBucket(small);
    int headers = bucket().slotCount();
    List<Integer> generations = new ArrayList<>();
    for (int slot = 0; slot < headers; slot++) {
      generations.add(Meta.generation(slots.meta(Handle.of(0, slot))));
    }
    pool.beginDrain(bucket());
    pool.formatEmptyBucket(large);
    fill(takeAll(large));
    for (int slot = bucket().slotCount(); slot < headers; slot++) {
      long meta = slots.meta(Handle.of(0, slot));
      assertThat(Meta.state(meta)).as("header %d", slot).isEqualTo(Meta.FREE);
      assertThat(Meta.generation(meta)).isEqualTo(generations.get(slot));
    }
  }

  /** Fills slots of the large class with words that are no headers of free slots. */
  private void fill(List<Integer> handles) {
    for (int slot : handles) {
      slots.describe(slot, -1L, -1L, LARGE, -1L, -1L);
      ByteBuffer view = slots.view(slot, LARGE);
      while (view.hasRemaining()) {
        view.put((byte) 0xAA);
      }
    }
  }

  @Test
  void reusedSlotHasAnotherGeneration() {
    pool.formatEmptyBucket(large);
    int slot = pool.takeFree(large);
    int before = Meta.generation(slots.meta(slot));
    pool.release(slot);
    int again = pool.takeFree(large);
    assertThat(again).isEqualTo(slot);
    assertThat(Meta.generation(slots.meta(again))).isNotEqualTo(before);
  }

  @Test
  void replacedClassKeepsItsBucketsUntilItsSizeIsUsedAgain() {
    pool.formatEmptyBucket(small);
    pool.replaceClasses(SizeClasses.of(8 << 10));
    assertThat(pool.isInUse(small)).isFalse();
    assertThat(pool.knownClasses()).contains(small);
    assertThat(pool.classFor(4 << 10).slotBytes()).isEqualTo(8 << 10);
    pool.replaceClasses(SizeClasses.of(4 << 10));
    assertThat(pool.classFor(4 << 10)).isSameAs(small);
    assertThat(pool.takeFree(small)).isNotEqualTo(Handle.NONE);
  }

  /** A thread that formats a bucket and one that removes it race. */
  @Test
  void bucketRemovedWhileItIsFormattedIsInNoClass() throws Exception {
    ExecutorService remover = Executors.newSingleThreadExecutor();
    BucketBuffer[] memory = BucketMemory.direct().allocate(1);
    for (int round = 0; round < 3_000; round++) {
      SlotTable table = new SlotTable(memory, Policies.LRU.make(1 << 20, 16));
      Queue<Runnable> later = new ConcurrentLinkedQueue<>();
      BucketPool one = new BucketPool(table, SizeClasses.of(1 << 10), later::add);
      CyclicBarrier start = new CyclicBarrier(2);
      Future<?> removed =
          remover.submit(
              () -> {
                start.await();
                while (one.emptyBuckets() > 0) {
                  Thread.onSpinWait();
                }
                while (one.removal().retire(0) == Removal.Outcome.TRY_AGAIN) {
                  Runnable task = later.poll();
                  if (task != null) {
                    task.run();
                  }
                }
                return null;
              });
      start.await();
      one.formatEmptyBucket(one.classFor(1));
      removed.get();
      later.forEach(Runnable::run);
      List<String> wrong = new ArrayList<>();
      new BucketPoolAudit(table, one, wrong).walk();
      assertThat(wrong).as("round %d", round).isEmpty();
    }
    remover.shutdown();
  }

  @Test
  void emptyBucketIsRemovedAtOnceAndAUsedOneWhenItBecomesEmpty() {
    pool.growth(1, BucketMemory.direct()::allocate).run();
    pool.removal().begin(2);
    assertThat(pool.removal().last()).isEqualTo(1);
    pool.formatEmptyBucket(small);
    int held = pool.takeFree(small);
    int used = Handle.bucket(held);
    assertThat(pool.removal().retire(1 - used)).isEqualTo(Removal.Outcome.UNDER_WAY);
    assertThat(pool.liveBuckets()).isEqualTo(1);
    assertThat(pool.removal().retire(used)).isEqualTo(Removal.Outcome.TO_BE_EMPTIED);
    assertThat(pool.liveBuckets()).isEqualTo(1);
    pool.release(held);
    assertThat(background).isNotEmpty();
    while (!background.isEmpty()) {
      background.remove().run();
    }
    assertThat(pool.liveBuckets()).isZero();
    assertThat(pool.emptyBuckets()).isZero();
    assertThat(pool.formatEmptyBucket(small)).isFalse();
    assertThat(Meta.isVisible(slots.meta(held))).as("a stale link").isFalse();
    assertThat(slots.next(held)).isEqualTo(Handle.NONE);
  }

  @Test
  void removedBucketIsAddedAgainWithItsNumberAndMemory() {
    int before = takenAndRemoved();
    pool.growth(
            1,
            numbers -> {
              assertThat(numbers).as("buckets of other memory").isEmpty();
              return BucketMemory.direct().allocate(numbers);
            })
        .run();
    assertThat(pool.liveBuckets()).isEqualTo(1);
    assertThat(pool.buckets()).isEqualTo(1);
    pool.formatEmptyBucket(small);
    assertThat(Meta.generation(slots.meta(pool.takeFree(small)))).isGreaterThan(before);
  }

  @Test
  void numberWhoseMemoryWasCollectedIsReusedInAnotherGeneration() {
    int before = takenAndRemoved();
    getOtherMemory();
    pool.formatEmptyBucket(small);
    int again = pool.takeFree(small);
    assertThat(Handle.bucket(again)).isZero();
    assertThat(Meta.generation(slots.meta(again))).isGreaterThan(before);
  }

  /** A queue may contain the handle of a slot for longer than its bucket keeps its memory. */
  @Test
  void headersOfCollectedMemoryNeverBecomeBlockMemory() {
    int before = takenAndRemoved();
    int headers = BucketLayout.slots(small.slotBytes(), 0);
    getOtherMemory();
    pool.formatEmptyBucket(large);
    fill(takeAll(large));
    for (int slot = 0; slot < headers; slot++) {
      long meta = slots.meta(Handle.of(0, slot));
      assertThat(Meta.state(meta))
          .as("header %d", slot)
          .isEqualTo(slot < bucket().slotCount() ? Meta.FILLING : Meta.FREE);
      assertThat(Meta.generation(meta)).isGreaterThan(before);
    }
  }

  @Test
  void generationsDoNotReturnAfterMemoryThatWasNotUsed() {
    takenAndRemoved();
    getOtherMemory();
    int before = takenAndRemoved();
    getOtherMemory();
    removeBucket();
    getOtherMemory();
    pool.formatEmptyBucket(small);
    assertThat(Meta.generation(slots.meta(pool.takeFree(small)))).isGreaterThan(before);
  }

  private void getOtherMemory() {
    memory[0] = new BucketBuffer(ByteBuffer.allocate(0), 0);
    assertThat(Garbage.collectUntil(() -> pool.heldBuckets() == 0)).isTrue();
    pool.growth(1, BucketMemory.direct()::allocate).run();
    assertThat(pool.buckets()).as("numbers").isEqualTo(1);
  }

  /** Uses each slot of the bucket, removes it, and returns its highest generation. */
  private int takenAndRemoved() {
    pool.formatEmptyBucket(small);
    List<Integer> taken = takeAll(small);
    int highest =
        taken.stream().mapToInt(each -> Meta.generation(slots.meta(each))).max().orElse(0);
    taken.forEach(pool::release);
    removeBucket();
    return highest;
  }

  private void removeBucket() {
    pool.removal().retire(0);
    while (!background.isEmpty()) {
      background.remove().run();
    }
    assertThat(pool.liveBuckets()).isZero();
  }
}
