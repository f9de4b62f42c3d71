package io.strata.l2.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Chains are split while blocks are looked up, linked and unlinked. */
class HashIndexGrowthTest {
  private static final int BUCKETS = 8;
  private static final int SLOT = 1 << 10;
  private static final int FIRST_HEADS = 16;
  private static final int SPLITS = 256;

  @Test
  void lookupOfAGrownIndexTakesAsFewStepsAsOfOneCreatedLarge() {
    new Chains().lookupOfAGrownIndexTakesAsFewStepsAsOfOneCreatedLarge();
  }

  @Test
  void blocksAreFoundBetweenAnyTwoSplits() {
    new Chains().blocksAreFoundBetweenAnyTwoSplits();
  }

  @Test
  void lookupsMissNothingWhileChainsAreSplit() throws Exception {
    new Chains().lookupsMissNothingWhileChainsAreSplit();
  }

  /** An index over the slots of some buckets; a new one for each test frees their memory. */
  private static final class Chains {
    private final SlotTable slots =
        new SlotTable(BucketMemory.direct().allocate(BUCKETS), Policies.LRU.make(1 << 20, 16));
    private final HashIndex index = new HashIndex(slots, HashIndex.heads(FIRST_HEADS));
    private final BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT), task -> {});
    private final List<Integer> handles = new ArrayList<>();

    /** Takes a slot and publishes a block whose offset is the slot's handle. */
    private int put() {
      var sizeClass = pool.classFor(SLOT);
      int handle = pool.takeFree(sizeClass);
      while (handle == Handle.NONE && pool.formatEmptyBucket(sizeClass)) {
        handle = pool.takeFree(sizeClass);
      }
      if (handle != Handle.NONE) {
        slots.describe(handle, 1, handle, SLOT, 0, 0);
        index.publish(handle, Meta.visible(slots.meta(handle), 0), () -> true);
      }
      return handle;
    }

    private void fill(int count) {
      for (int i = 0; i < count; i++) {
        handles.add(put());
      }
      assertThat(handles).doesNotContain(Handle.NONE);
    }

    private double meanSteps() {
      return handles.stream().mapToInt(index::stepsTo).average().orElseThrow();
    }

    private int maxSteps() {
      return handles.stream().mapToInt(index::stepsTo).max().orElseThrow();
    }

    /** Grows to this number of chains, in bounded steps. */
    private void growTo(int heads) {
      index.take(index.allocate(heads));
      boolean more = true;
      while (more) {
        int before = index.chains();
        more = index.grow();
        assertThat(index.chains() - before).as("splits of a step").isBetween(0, SPLITS);
      }
      assertThat(index.chains()).isEqualTo(heads);
    }

    void lookupOfAGrownIndexTakesAsFewStepsAsOfOneCreatedLarge() {
      fill(12_000);
      assertThat(meanSteps()).isGreaterThan(300);
      growTo(1 << 10);
      growTo(1 << 14);
      assertThat(meanSteps()).isLessThan(0.5);
      assertThat(maxSteps()).isLessThan(10);
      for (int handle : handles) {
        assertThat(index.find(1, handle)).isEqualTo(handle);
        assertThat(index.find(2, handle)).isEqualTo(Handle.NONE);
      }
      growTo(1 << 14);
    }

    void blocksAreFoundBetweenAnyTwoSplits() {
      fill(300);
      for (int heads = 2 * FIRST_HEADS; heads <= 1 << 9; heads *= 2) {
        growTo(heads);
        for (int i = 0; i < handles.size(); i += 7) {
          index.unlink(handles.get(i));
          assertThat(index.find(1, handles.get(i))).isEqualTo(Handle.NONE);
          index.link(handles.get(i));
        }
        for (int handle : handles) {
          assertThat(index.findAndPin(1, handle, false)).isEqualTo(handle);
          assertThat(slots.unpin(handle)).isFalse();
        }
      }
    }

    /** No lookup misses a block that is there all the time, and no chain loses one. */
    void lookupsMissNothingWhileChainsAreSplit() throws Exception {
      fill(6_000);
      AtomicBoolean done = new AtomicBoolean();
      ExecutorService threads = Executors.newFixedThreadPool(3);
      try {
        List<Future<Long>> work = new ArrayList<>();
        for (int reader = 0; reader < 2; reader++) {
          long seed = reader;
          work.add(threads.submit(() -> read(seed, done)));
        }
        work.add(threads.submit(() -> change(done)));
        for (int heads = 2 * FIRST_HEADS; heads <= 1 << 16; heads *= 2) {
          growTo(heads);
        }
        done.set(true);
        for (Future<Long> each : work) {
          assertThat(each.get()).isPositive();
        }
      } finally {
        done.set(true);
        threads.shutdown();
      }
      for (int handle : handles) {
        assertThat(index.find(1, handle)).isEqualTo(handle);
        assertThat(Meta.pins(slots.meta(handle))).isZero();
      }
      assertThat(maxSteps()).isLessThan(10);
    }

    private long read(long seed, AtomicBoolean done) {
      SplittableRandom random = new SplittableRandom(seed);
      long reads = 0;
      long givenUp = 0;
      do {
        int handle = handles.get(random.nextInt(handles.size()));
        int found = index.findAndPin(1, handle, true);
        if (found == Handle.NONE) {
          // It gives up when the thread that holds the lock was preempted; find() waits for it.
          assertThat(index.find(1, handle)).isEqualTo(handle);
          givenUp++;
        } else {
          assertThat(found).isEqualTo(handle);
          assertThat(slots.unpin(handle)).isFalse();
        }
        reads++;
      } while (!done.get());
      assertThat(givenUp).as("lookups that gave up, of %d", reads).isLessThan(1 + reads / 1_000);
      return reads;
    }

    /** Links and unlinks blocks of its own, which no other thread reads. */
    private long change(AtomicBoolean done) {
      List<Integer> own = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        own.add(put());
      }
      long changes = 0;
      do {
        for (int handle : own) {
          index.unlink(handle);
          assertThat(index.find(1, handle)).isEqualTo(Handle.NONE);
          index.link(handle);
          assertThat(index.find(1, handle)).isEqualTo(handle);
          changes++;
        }
      } while (!done.get());
      return changes;
    }
  }
}
