package io.strata.l2.evict;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Moves a block to other slots while it is read. Thread-safe.
 *
 * <p>The mover pins the block, copies it, and puts the copy in its place while it has the block's
 * chain and file: a look-up or a walk meets one of the two. Whoever evicts the block before that
 * leaves the copy without a place, and the mover frees it; whoever comes too late to evict the
 * original looks again, and finds the copy. So an eviction that has returned leaves nothing behind
 * that would become visible. Readers that pin the original keep it until they release it.
 */
final class Relocator {
  /** A block larger than a bucket costs more to move than to read again. */
  private static final int LARGEST = BucketLayout.BUCKET_BYTES;

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

  /** Blocks that were moved. */
  long moved() {
    return moved.sum();
  }

  /** Bytes of these. */
  long movedBytes() {
    return movedBytes.sum();
  }

  /**
   * Moves the block that a slot holds: to free slots and those of victims of its size, else of a
   * bucket that no class has, else of larger size, else to those of blocks of its size that should
   * go before it.
   *
   * @return whether the slot's block is not in it any more; if not, it may be evicted
   */
  boolean move(int handle) {
    if (!slots.pinQuietly(handle)) {
      return false;
    }
    try {
      FileBlocks file = core.files().find(slots.fileId(handle));
      return file != null && slots.length(handle) <= LARGEST && move(handle, file);
    } finally {
      core.unpin(handle);
    }
  }

  private boolean move(int from, FileBlocks file) {
    long meta = slots.meta(from);
    int length = slots.length(from);
    long worse = slots.policy().rank(Meta.policyBits(meta)) + 1;
    int to = parts.take(length, bytes -> slot(pool.classFor(bytes), worse));
    if (to == Handle.NONE) {
      return false;
    }
    // Pinned at first, so that the slot is still this block's when it is asked of its bucket.
    boolean inPlace = false;
    try {
      copy(from, to, length);
      slots.describeAs(to, from);
      long visible = Meta.pinned(Meta.visible(slots.meta(to), Meta.policyBits(meta)));
      inPlace = core.evictor().replace(from, file, to, visible);
    } finally {
      if (!inPlace) {
        pool.release(to);
      }
    }
    if (inPlace) {
      settle(to);
    }
    return inPlace;
  }

  /** The bucket may have been wanted since the slot was allocated: its drain met no block there. */
  private void settle(int to) {
    try {
      if (pool.isDraining(to)) {
        core.evictor().evictForRoom(to);
      } else {
        moved.increment();
        movedBytes.add(slots.length(to));
      }
    } finally {
      core.unpin(to);
    }
  }

  private int slot(SizeClass sizeClass, long worse) {
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
        // What it takes in its own slots: a class that gave its last bucket is not short by that.
        sizeClass.balance().countGuest(sizeClass.slotBytes());
      }
    }
    return handle == Handle.NONE ? selection.claimWorst(sizeClass, worse) : handle;
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
