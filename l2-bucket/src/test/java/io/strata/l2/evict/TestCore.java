package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.strata.l2.pool.BucketPoolAudit;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A few buckets and the components that evict from them. Background tasks run when the test says
 * so, in its own thread. All blocks are of one file, with their handles as offsets.
 */
public final class TestCore {
  /** Far more tasks than a few buckets need. */
  private static final int MAX_TASKS = 1_000;

  public final SlotTable slots;
  public final BucketPool pool;
  public final StoreCore core;
  final VictimSelection selection;
  public final Compactor compactor;

  private final HashIndex index;
  private final FileTable files;

  /** The only file. */
  public final FileBlocks file;

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  public TestCore(int buckets, int... sizes) {
    long bytes = (long) buckets * BucketLayout.BUCKET_BYTES;
    slots = new SlotTable(BucketMemory.direct().allocate(buckets), Policies.LRU.make(bytes, 16));
    index = new HashIndex(slots, HashIndex.heads(16));
    files = new FileTable(slots);
    file = files.enter("file");
    pool = new BucketPool(slots, SizeClasses.of(sizes), tasks::add);
    core = new StoreCore(slots, index, files, pool, new Evictor(slots, index, files, pool));
    selection = new VictimSelection(core);
    compactor = new Compactor(core, selection, tasks::add);
  }

  /** Formats a bucket for the class, and publishes a block in each slot; returns their handles. */
  List<Integer> fill(SizeClass sizeClass) {
    assertThat(pool.formatEmptyBucket(sizeClass)).isTrue();
    List<Integer> handles = new ArrayList<>();
    for (int slot = 0; slot < sizeClass.slotsPerBucket(); slot++) {
      handles.add(put(pool.takeFree(sizeClass), sizeClass.slotBytes()));
    }
    return handles;
  }

  /** Publishes a block in a slot that the caller owns. */
  int put(int handle, int length) {
    slots.describe(handle, file.id(), handle, length, 0, 0);
    files.link(file, handle);
    index.link(handle);
    int bits = slots.policy().onInsert(slots.key(handle), length, false);
    slots.setMeta(handle, Meta.visible(slots.meta(handle), bits));
    return handle;
  }

  /** As {@link #put}, if another thread may be draining the bucket. */
  void publish(int handle, int length) {
    if (handle != Handle.NONE) {
      put(handle, length);
      if (pool.isDraining(handle)) {
        core.evictor().evictForCapacity(handle);
      }
    }
  }

  /** Reads a block; returns whether it was a hit. */
  boolean read(int handle) {
    int pinned = index.findAndPin(file.id(), handle, true);
    if (pinned != Handle.NONE) {
      core.unpin(pinned);
    }
    return pinned != Handle.NONE;
  }

  /** Runs the background tasks until there are none; fails if they do not end. */
  public void runBackground() {
    int done = 0;
    while (runOne()) {
      done++;
      assertThat(done).as("tasks of the background").isLessThan(MAX_TASKS);
    }
  }

  /** Runs the next background task; returns whether there was one. */
  boolean runOne() {
    Runnable task = tasks.poll();
    if (task != null) {
      task.run();
    }
    return task != null;
  }

  /** Fails unless every free slot is counted and on its stack. */
  public void checkCounts() {
    List<String> wrong = new ArrayList<>();
    new BucketPoolAudit(slots, pool, wrong).walk();
    assertThat(wrong).isEmpty();
  }
}
