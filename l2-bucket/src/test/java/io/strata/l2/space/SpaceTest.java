package io.strata.l2.space;

import static org.assertj.core.api.Assertions.assertThat;

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

class SpaceTest {
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final ByteBuffer[] memory = BucketMemory.direct().allocate(1);
  private final SlotTable slots = new SlotTable(memory, Policies.LRU.make(1 << 20, 16));
  private final Space space = new Space(slots, SizeClasses.of(4 << 10, 1 << 20), background::add);
  private final SizeClass small = space.classFor(4 << 10);
  private final SizeClass large = space.classFor(1 << 20);

  private List<Integer> takeAll(SizeClass sizeClass) {
    List<Integer> taken = new ArrayList<>();
    for (int slot = space.takeFree(sizeClass); slot != Handle.NONE; ) {
      taken.add(slot);
      slot = space.takeFree(sizeClass);
    }
    return taken;
  }

  private CutBucket bucket() {
    return Objects.requireNonNull(space.bucket(0));
  }

  @Test
  void everySlotOfABucketIsTakenOnceAndComesBack() {
    assertThat(space.cutEmptyBucket(small)).isTrue();
    assertThat(space.cutEmptyBucket(large)).as("a second bucket").isFalse();
    List<Integer> taken = takeAll(small);
    assertThat(taken).doesNotHaveDuplicates().hasSize(BucketLayout.slots(4 << 10, 0));
    assertThat(small.isFull()).isTrue();
    taken.forEach(space::release);
    assertThat(small.isFull()).isFalse();
    assertThat(bucket().freeSlots()).isEqualTo(taken.size());
    List<String> wrong = new ArrayList<>();
    new SpaceAudit(slots, space, wrong).walk();
    assertThat(wrong).isEmpty();
    assertThat(takeAll(small)).hasSameElementsAs(taken);
  }

  @Test
  void aDrainedBucketIsEmptyWhenItsLastSlotIsFreedAndNotBefore() {
    space.cutEmptyBucket(small);
    int held = space.takeFree(small);
    assertThat(space.beginDrain(bucket())).isTrue();
    assertThat(space.beginDrain(bucket())).as("twice").isFalse();
    assertThat(space.takeFree(small)).isEqualTo(Handle.NONE);
    assertThat(space.emptyBuckets()).isZero();
    assertThat(space.isDraining(held)).isTrue();
    space.release(held);
    assertThat(space.emptyBuckets()).isEqualTo(1);
    assertThat(space.drainingBuckets()).isZero();
    assertThat(space.bucket(0)).isNull();
  }

  @Test
  void aBucketWithNothingInItIsDrainedAtOnce() {
    space.cutEmptyBucket(small);
    assertThat(space.beginDrain(bucket())).isTrue();
    assertThat(space.emptyBuckets()).isEqualTo(1);
    assertThat(space.drainingBuckets()).isZero();
    assertThat(space.cutEmptyBucket(large)).isTrue();
    assertThat(space.takeFree(small)).as("from the cut before").isEqualTo(Handle.NONE);
    assertThat(takeAll(large)).hasSize(bucket().slotCount());
  }

  @Test
  void aBucketIsCutForAnotherClassOnceThereIsNoBlockInIt() {
    space.cutEmptyBucket(small);
    int one = space.takeFree(small);
    int other = space.takeFree(small);
    space.release(one);
    assertThat(space.cutEmptyBucket(large)).as("with a block in it").isFalse();
    space.release(other);
    assertThat(space.hasEmptyBucket()).isTrue();
    assertThat(space.cutEmptyBucket(large)).isTrue();
    assertThat(small.hasBuckets()).isFalse();
    assertThat(takeAll(large)).hasSize(bucket().slotCount());
  }

  @Test
  void aBlockInSeveralSlotsIsFreedAsAWhole() {
    space.cutEmptyBucket(large);
    int first = space.takeFree(large);
    int second = space.takeFree(large);
    slots.join(second, first, 77);
    slots.setNextPart(first, second);
    assertThat(Meta.state(slots.meta(second))).isEqualTo(Meta.PART);
    assertThat(slots.firstOf(second)).isEqualTo(first);
    space.release(first);
    assertThat(bucket().freeSlots()).isEqualTo(bucket().slotCount());
    assertThat(slots.nextPart(first)).isEqualTo(Handle.NONE);
  }

  /** A reader may follow a link that was true before the bucket was cut anew. */
  @Test
  void noHeaderIsEverBlockMemoryAfterwards() {
    space.cutEmptyBucket(small);
    int headers = bucket().slotCount();
    List<Integer> generations = new ArrayList<>();
    for (int slot = 0; slot < headers; slot++) {
      generations.add(Meta.generation(slots.meta(Handle.of(0, slot))));
    }
    space.beginDrain(bucket());
    space.cutEmptyBucket(large);
    for (int slot : takeAll(large)) {
      slots.describe(slot, -1L, -1L, 1 << 20, -1L, -1L);
      ByteBuffer view = slots.view(slot, 1 << 20);
      while (view.hasRemaining()) {
        view.put((byte) 0xAA);
      }
    }
    for (int slot = bucket().slotCount(); slot < headers; slot++) {
      long meta = slots.meta(Handle.of(0, slot));
      assertThat(Meta.state(meta)).as("header %d", slot).isEqualTo(Meta.FREE);
      assertThat(Meta.generation(meta)).isEqualTo(generations.get(slot));
    }
  }

  @Test
  void aSlotThatComesBackIsInAnotherGeneration() {
    space.cutEmptyBucket(large);
    int slot = space.takeFree(large);
    int before = Meta.generation(slots.meta(slot));
    space.release(slot);
    int again = space.takeFree(large);
    assertThat(again).isEqualTo(slot);
    assertThat(Meta.generation(slots.meta(again))).isNotEqualTo(before);
  }

  @Test
  void aClassThatIsReplacedKeepsItsBucketsAndComesBackWithThem() {
    space.cutEmptyBucket(small);
    space.replaceClasses(SizeClasses.of(8 << 10));
    assertThat(space.isInUse(small)).isFalse();
    assertThat(space.knownClasses()).contains(small);
    assertThat(space.classFor(4 << 10).slotBytes()).isEqualTo(8 << 10);
    space.replaceClasses(SizeClasses.of(4 << 10));
    assertThat(space.classFor(4 << 10)).isSameAs(small);
    assertThat(space.takeFree(small)).isNotEqualTo(Handle.NONE);
  }

  /** Who cuts a bucket and who removes it meet in any order. */
  @Test
  void aBucketThatIsRemovedWhileItIsCutIsInNoClass() throws Exception {
    ExecutorService remover = Executors.newSingleThreadExecutor();
    ByteBuffer[] memory = BucketMemory.direct().allocate(1);
    for (int round = 0; round < 3_000; round++) {
      SlotTable table = new SlotTable(memory, Policies.LRU.make(1 << 20, 16));
      Queue<Runnable> later = new ConcurrentLinkedQueue<>();
      Space one = new Space(table, SizeClasses.of(1 << 10), later::add);
      CyclicBarrier start = new CyclicBarrier(2);
      Future<?> removed =
          remover.submit(
              () -> {
                start.await();
                while (one.emptyBuckets() > 0) {
                  Thread.onSpinWait();
                }
                while (one.removal().leave(0) == Removal.Leaving.ASK_AGAIN) {
                  Runnable task = later.poll();
                  if (task != null) {
                    task.run();
                  }
                }
                return null;
              });
      start.await();
      one.cutEmptyBucket(one.classFor(1));
      removed.get();
      later.forEach(Runnable::run);
      List<String> wrong = new ArrayList<>();
      new SpaceAudit(table, one, wrong).walk();
      assertThat(wrong).as("round %d", round).isEmpty();
    }
    remover.shutdown();
  }

  @Test
  void anEmptyBucketIsRemovedAtOnceAndAUsedOneWhenItComesEmpty() {
    space.growth(1, BucketMemory.direct()::allocate).run();
    space.removal().begin(2);
    assertThat(space.removal().last()).isEqualTo(1);
    space.cutEmptyBucket(small);
    int held = space.takeFree(small);
    int used = Handle.bucket(held);
    assertThat(space.removal().leave(1 - used)).isEqualTo(Removal.Leaving.UNDER_WAY);
    assertThat(space.liveBuckets()).isEqualTo(1);
    assertThat(space.removal().leave(used)).isEqualTo(Removal.Leaving.TO_BE_EMPTIED);
    assertThat(space.liveBuckets()).isEqualTo(1);
    space.release(held);
    assertThat(background).isNotEmpty();
    while (!background.isEmpty()) {
      background.remove().run();
    }
    assertThat(space.liveBuckets()).isZero();
    assertThat(space.emptyBuckets()).isZero();
    assertThat(space.cutEmptyBucket(small)).isFalse();
    assertThat(Meta.isVisible(slots.meta(held))).as("a stale link").isFalse();
    assertThat(slots.next(held)).isEqualTo(Handle.NONE);
  }

  @Test
  void removedBucketComesBackWithItsNumberAndMemory() {
    int before = takenAndRemoved();
    space
        .growth(
            1,
            numbers -> {
              assertThat(numbers).as("buckets of other memory").isEmpty();
              return BucketMemory.direct().allocate(numbers);
            })
        .run();
    assertThat(space.liveBuckets()).isEqualTo(1);
    assertThat(space.buckets()).isEqualTo(1);
    space.cutEmptyBucket(small);
    assertThat(Meta.generation(slots.meta(space.takeFree(small)))).isGreaterThan(before);
  }

  @Test
  void numberWhoseMemoryWasCollectedIsUsedAgainInAnotherGeneration() {
    int before = takenAndRemoved();
    memory[0] = ByteBuffer.allocate(0);
    assertThat(Garbage.collectUntil(() -> space.heldBuckets() == 0)).isTrue();
    space.growth(1, BucketMemory.direct()::allocate).run();
    assertThat(space.buckets()).as("numbers").isEqualTo(1);
    space.cutEmptyBucket(small);
    int again = space.takeFree(small);
    assertThat(Handle.bucket(again)).isZero();
    assertThat(Meta.generation(slots.meta(again))).isGreaterThan(before);
  }

  /** Uses each slot of the bucket, removes it, and returns the highest generation that it had. */
  private int takenAndRemoved() {
    space.cutEmptyBucket(small);
    List<Integer> taken = takeAll(small);
    int highest =
        taken.stream().mapToInt(each -> Meta.generation(slots.meta(each))).max().orElse(0);
    taken.forEach(space::release);
    space.removal().leave(0);
    while (!background.isEmpty()) {
      background.remove().run();
    }
    assertThat(space.liveBuckets()).isZero();
    return highest;
  }
}
