package io.strata.l2.evict;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Moves blocks to other slots while they are read. Thread-safe.
 *
 * <p>The relocator pins the block, copies it, and exchanges the two while it holds the locks of the
 * block's chain and file: a lookup or a walk meets one of them. A thread that evicts the block
 * before that makes the exchange fail, and the relocator frees the copy. A thread that comes too
 * late to evict the original looks again, and finds the copy. So an eviction that has returned
 * leaves nothing behind that could become visible. Pins of the original stay valid.
 */
final class Relocator {
  /** The maximum length to move: a larger block costs more to move than to read again. */
  private static final int MAX_BYTES = BucketLayout.BUCKET_BYTES;

  private final StoreCore core;
  private final SlotTable slots;
  private final BucketPool pool;
  private final VictimSelection selection;
  private final SlotChain parts;
  private final LongAdder moved = new LongAdder();
  private final LongAdder movedBytes = new LongAdder();

  Relocator(StoreCore core, VictimSelection selection) {
    this.core = core;
    this.slots = core.slots();
    this.pool = core.pool();
    this.selection = selection;
    this.parts = new SlotChain(core);
  }

  /** Returns the number of blocks that were moved. */
  long moved() {
    return moved.sum();
  }

  /** Returns the bytes of these blocks. */
  long movedBytes() {
    return movedBytes.sum();
  }

  /**
   * Moves the block in a slot: to free slots and those of victims of its size; else to an empty
   * bucket; else to larger slots; else to the slots of blocks with a higher rank, first of the
   * class that its slot belongs to, then of its size. Where a block is a guest in a larger slot, it
   * is that class which gives up a bucket, so one of that class's blocks is to be evicted.
   *
   * @return whether the block is no longer in the slot; if not, it may be evicted
   */
  boolean move(int handle) {
    if (!slots.pinQuietly(handle)) {
      return false;
    }
    try {
      FileBlocks file = core.files().find(slots.fileId(handle));
      return file != null && slots.length(handle) <= MAX_BYTES && move(handle, file);
    } finally {
      core.unpin(handle);
    }
  }

  private boolean move(int from, FileBlocks file) {
    long meta = slots.meta(from);
    int length = slots.length(from);
    long worse = slots.policy().rank(Meta.policyBits(meta)) + 1;
    // Of a long block, the parts are in slots of several classes.
    SizeClass host = length <= pool.sizes().largest() ? pool.bucketOf(from).sizeClass() : null;
    int to = parts.take(length, bytes -> slot(pool.classFor(bytes), host, worse));
    if (to == Handle.NONE) {
      return false;
    }
    // Visible with a pin, so that the slot still holds this block when its bucket is checked.
    boolean replaced = false;
    try {
      copy(from, to, length);
      slots.describeAs(to, from);
      long visible = Meta.pinned(Meta.visible(slots.meta(to), Meta.policyBits(meta)));
      replaced = core.evictor().replace(from, file, to, visible);
    } finally {
      if (!replaced) {
        pool.release(to);
      }
    }
    if (replaced) {
      settle(to);
    }
    return replaced;
  }

  /** The bucket's drain may have begun since the slot was allocated: it did not see this block. */
  private void settle(int to) {
    try {
      if (pool.isDraining(to)) {
        core.evictor().evictForCapacity(to);
      } else {
        moved.increment();
        movedBytes.add(slots.length(to));
      }
    } finally {
      core.unpin(to);
    }
  }

  private int slot(SizeClass sizeClass, @Nullable SizeClass host, long worse) {
    int handle = freeOrVictim(sizeClass);
    if (handle == Handle.NONE && pool.formatEmptyBucket(sizeClass)) {
      handle = pool.takeFree(sizeClass);
    }
    for (SizeClass larger : pool.largerThan(sizeClass)) {
      if (handle != Handle.NONE) {
        return handle;
      }
      handle = freeOrVictim(larger);
      if (handle != Handle.NONE && !sizeClass.hasBuckets()) {
        // Counted as its own slot size: a class that gave up its last bucket is not short by that.
        sizeClass.balance().countGuest(sizeClass.slotBytes());
      }
    }
    if (handle == Handle.NONE && host != null) {
      handle = selection.claimWorst(host, worse);
    }
    return handle == Handle.NONE && host != sizeClass
        ? selection.claimWorst(sizeClass, worse)
        : handle;
  }

  private int freeOrVictim(SizeClass sizeClass) {
    int handle = pool.takeFree(sizeClass);
    return handle == Handle.NONE ? selection.claimVictim(sizeClass) : handle;
  }

  private void copy(int from, int to, int length) {
    int largest = pool.sizes().largest();
    for (int left = length; left > 0; left -= largest) {
      int here = Math.min(left, largest);
      ByteBuffer target = slots.view(to, here);
      target.put(slots.view(from, here));
      from = slots.nextPart(from);
      to = slots.nextPart(to);
    }
  }
}
