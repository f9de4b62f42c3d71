package io.strata.l2.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A thread is preempted while it replaces a block by its copy. */
class PreemptedMoveTest {
  private static final int SLOT = 1 << 10;

  /** Much longer than a lookup, and than a processor's time slice. */
  private static final int PREEMPTED_MILLIS = 200;

  private final SlotTable slots =
      new SlotTable(BucketMemory.direct().allocate(1), Policies.LRU.make(1 << 20, 16));
  private final HashIndex index = new HashIndex(slots, HashIndex.heads(1));
  private final BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT), task -> {});

  @Test
  void lookupFindsTheCopy() throws Exception {
    SizeClass sizeClass = pool.classFor(SLOT);
    assertThat(pool.formatEmptyBucket(sizeClass)).isTrue();
    int block = take(sizeClass);
    index.publish(block, Meta.visible(slots.meta(block), 0), () -> true);
    int copy = take(sizeClass);
    AtomicInteger found = new AtomicInteger(Handle.NONE);
    Thread reader = new Thread(() -> found.set(index.findAndPin(1, 0, true)), "reader");

    boolean replaced =
        index.replace(
            block,
            copy,
            () -> {
              slots.setMeta(block, Meta.doomed(slots.meta(block)));
              slots.setMeta(copy, Meta.visible(slots.meta(copy), 0));
              reader.start();
              // Only a lookup that reports a miss ends while the chain is locked.
              join(reader, PREEMPTED_MILLIS);
              return true;
            });
    reader.join();

    assertThat(replaced).isTrue();
    assertThat(found).hasValue(copy);
    assertThat(slots.unpin(copy)).isFalse();
    assertThat(Meta.pins(slots.meta(copy))).isZero();
  }

  /** Takes a slot and fills it as the only block's. */
  private int take(SizeClass sizeClass) {
    int handle = pool.takeFree(sizeClass);
    slots.describe(handle, 1, 0, SLOT, 0, 0);
    return handle;
  }

  private static void join(Thread thread, int millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
