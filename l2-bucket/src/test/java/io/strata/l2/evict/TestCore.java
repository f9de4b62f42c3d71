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
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.BucketPoolAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A few buckets and what evicts from them: the background's tasks are done when the test says so,
 * by its own thread. Each block is of one file, under its handle as its offset.
 */
final class TestCore {
  /** Far more than there is to do for some buckets. */
  private static final int MAX_TASKS = 1_000;

  final SlotTable slots;
  final BucketPool pool;
  final StoreCore core;
  final VictimSelection selection;
  final Compactor compactor;

  private final HashIndex index;
  private final FileTable files;
  private final FileBlocks file;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  TestCore(int buckets, int... sizes) {
    long bytes = (long) buckets * BucketLayout.BUCKET_BYTES;
    slots = new SlotTable(BucketMemory.direct().allocate(buckets), Policies.LRU.make(bytes, 16));
    index = new HashIndex(slots, 16);
    files = new FileTable(slots);
    file = files.enter("file");
    pool = new BucketPool(slots, SizeClasses.of(sizes), tasks::add);
    core = new StoreCore(slots, index, files, pool, new Evictor(slots, index, files, pool));
    selection = new VictimSelection(core);
    compactor = new Compactor(core, selection, tasks::add);
  }

  /** Formats a bucket for the class, and puts a block into each slot; returns their handles. */
  List<Integer> fill(SizeClass sizeClass) {
    assertThat(pool.formatEmptyBucket(sizeClass)).isTrue();
    List<Integer> handles = new ArrayList<>();
    for (int slot = 0; slot < sizeClass.slotsPerBucket(); slot++) {
      handles.add(put(pool.takeFree(sizeClass), sizeClass.slotBytes()));
    }
    return handles;
  }

  /** Publishes a block in a slot that is the caller's. */
  int put(int handle, int length) {
    slots.describe(handle, file.id(), handle, length, 0, 0);
    files.link(file, handle);
    index.link(handle);
    int bits = slots.policy().onInsert(slots.key(handle), length, false);
    slots.setMeta(handle, Meta.visible(slots.meta(handle), bits));
    return handle;
  }

  /** As {@link #put}, of a slot whose bucket another thread may just be draining. */
  void publish(int handle, int length) {
    if (handle != Handle.NONE) {
      put(handle, length);
      if (pool.isDraining(handle)) {
        core.evictor().evictForCapacity(handle);
      }
    }
  }

  /** Reads a block; says whether it was there. */
  boolean read(int handle) {
    int pinned = index.findAndPin(file.id(), handle, true);
    if (pinned != Handle.NONE) {
      core.unpin(pinned);
    }
    return pinned != Handle.NONE;
  }

  /** Does what the background was asked to, until nothing is left; fails when it does not end. */
  void runBackground() {
    int done = 0;
    while (runOne()) {
      done++;
      assertThat(done).as("tasks of the background").isLessThan(MAX_TASKS);
    }
  }

  /** Does what the background was asked to first; says whether there was something. */
  boolean runOne() {
    Runnable task = tasks.poll();
    if (task != null) {
      task.run();
    }
    return task != null;
  }

  /** Fails unless every free slot is counted and in its place. */
  void proveCounted() {
    List<String> wrong = new ArrayList<>();
    new BucketPoolAudit(slots, pool, wrong).walk();
    assertThat(wrong).isEmpty();
  }
}
