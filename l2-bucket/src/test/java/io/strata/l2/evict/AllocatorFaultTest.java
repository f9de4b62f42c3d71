package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** An exception in the middle of an allocation loses no slot. */
class AllocatorFaultTest {
  private static final int SLOT = BucketLayout.BUCKET_BYTES / 4 - 4_096;
  private static final int SLOTS = 4;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(2), Policies.LRU.make(1 << 20, 16));
  private final HashIndex index = new HashIndex(slots, HashIndex.heads(16));
  private final FileTable files = new FileTable(slots);
  private final FileBlocks file = files.enter("file");
  private boolean noMemory = true;
  private int requests;

  private Allocator allocator(BucketPool pool) {
    Executor background =
        task -> {
          requests++;
          if (noMemory) {
            throw new OutOfMemoryError("on purpose");
          }
        };
    Evictor evictor = new Evictor(slots, index, files, pool);
    StoreCore core = new StoreCore(slots, index, files, pool, evictor);
    VictimSelection selection = new VictimSelection(core);
    return new Allocator(core, selection, new Compactor(core, selection, background));
  }

  private void publish(int handle, long offset, boolean chained) {
    slots.describe(handle, file.id(), offset, 100, 0, 0);
    files.link(file, handle);
    if (chained) {
      index.link(handle);
    }
    slots.setMeta(handle, Meta.visible(slots.meta(handle), 0));
  }

  private int free(BucketPool pool) {
    int free = 0;
    for (int bucket = 0; bucket < slots.buckets(); bucket++) {
      free += pool.bucket(bucket) == null ? 0 : pool.bucket(bucket).freeSlots();
    }
    return free;
  }

  @Test
  void firstSlotIsFreedWhenTheSecondCannotBeAllocated() {
    BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT), task -> {});
    Allocator allocator = allocator(pool);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      taken.add(allocator.allocate(100));
    }
    // A corrupt state on purpose: an evictor finds these blocks in no hash chain, and throws.
    taken.forEach(handle -> publish(handle, handle, false));
    assertThat(free(pool)).isEqualTo(1);
    assertThatThrownBy(() -> allocator.allocate(2 * SLOT))
        .isInstanceOf(IllegalStateException.class);
    assertThat(free(pool)).isEqualTo(1);
    assertThat(allocator.allocate(100)).isNotEqualTo(Handle.NONE);
  }

  @Test
  void slotsAreAllocatedAlthoughTheBackgroundTaskCannotBe() {
    BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT, SLOT / 2), task -> {});
    Allocator allocator = allocator(pool);
    // One bucket each; the larger blocks are older, and are the victims.
    for (long offset = 0; offset < SLOTS; offset++) {
      publish(allocator.allocate(SLOT), offset, true);
    }
    for (long offset = 100; requests < 3 && offset < 200; offset++) {
      int handle = allocator.allocate(SLOT / 2);
      assertThat(handle).isNotEqualTo(Handle.NONE);
      publish(handle, offset, true);
    }
    assertThat(requests).as("requests, in spite of the first failure").isEqualTo(3);
    noMemory = false;
    for (long offset = 1_000; offset < 1_020; offset++) {
      publish(allocator.allocate(SLOT / 2), offset, true);
    }
    assertThat(requests).as("one task is pending, and no other is requested").isEqualTo(4);
  }

  @Test
  void learnerRequestsAPlanAgainAfterOutOfMemory() {
    BucketPool pool = new BucketPool(slots, SizeClasses.geometric(), task -> {});
    SizeLearner learner =
        new SizeLearner(
            pool,
            task -> {
              requests++;
              if (requests < 4) {
                throw new OutOfMemoryError("on purpose");
              }
            });
    for (int i = 0; i < 1_000; i++) {
      learner.record(64_000);
    }
    assertThat(requests).isGreaterThanOrEqualTo(4);
  }
}
