package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;

/**
 * Finds the slots for a block: free ones, else those of a bucket that no class has or that is of no
 * use to the class that has it, else a free one that is a little too large, else those of a victim
 * of the class, else those of the block that should go first in the class, which is then owed them.
 * A class that has no bucket is a guest in the slots of larger ones. Thread-safe, and never waits.
 *
 * <p>What was taken is made up for by the next caller, which has as many bytes of victims chosen
 * ({@link VictimSelection}), and by the {@link Compactor}, when a class comes short of memory.
 */
public final class Allocator {
  /** Buckets that are emptied at most by a thread whose class has none, nor a larger one. */
  private static final int MAX_ROUNDS = 4;

  /** A class's neighbours are those whose slots are at most so many times as large. */
  private static final double NEIGHBOUR = 1.05;

  private final BucketPool pool;
  private final SlotChain parts;
  private final VictimSelection selection;
  private final Compactor compactor;

  public Allocator(StoreCore core, VictimSelection selection, Compactor compactor) {
    this.pool = core.pool();
    this.parts = new SlotChain(core);
    this.selection = selection;
    this.compactor = compactor;
  }

  /**
   * Allocates the slots of a block, evicting others if it must.
   *
   * @param bytes of the block, 1 or more
   * @return its first slot, linked to the further ones, which is the caller's to fill and then to
   *     publish or {@link BucketPool#release}; or {@link Handle#NONE} when what could go is pinned
   */
  public int allocate(int bytes) {
    // First, for it may find no heap, and a slot that was taken would be lost.
    selection.keepUp();
    return parts.take(bytes, this::slot);
  }

  private int slot(int bytes) {
    SizeClass sizeClass = pool.classFor(bytes);
    int handle = freeOrEvicted(sizeClass);
    for (int round = 0; handle == Handle.NONE && round < MAX_ROUNDS; round++) {
      compactor.emptyBucketFor(sizeClass);
      handle = freeOrEvicted(sizeClass);
    }
    if (handle != Handle.NONE) {
      compactor.noteTaken(sizeClass);
    }
    return handle;
  }

  private int freeOrEvicted(SizeClass sizeClass) {
    int handle = freeSlot(sizeClass);
    if (handle == Handle.NONE) {
      handle = freeSlotOfNeighbour(sizeClass);
    }
    if (handle == Handle.NONE) {
      handle = sizeClass.hasBuckets() ? evictedSlot(sizeClass) : slotOfLarger(sizeClass);
    }
    return handle;
  }

  private int freeSlot(SizeClass sizeClass) {
    int handle = pool.takeFree(sizeClass);
    while (handle == Handle.NONE && pool.formatEmptyBucket(sizeClass)) {
      handle = pool.takeFree(sizeClass);
    }
    return handle;
  }

  /** A free slot that is somewhat too large wastes less than one that stays free. */
  private int freeSlotOfNeighbour(SizeClass sizeClass) {
    for (SizeClass larger : pool.largerThan(sizeClass)) {
      if (larger.slotBytes() > sizeClass.slotBytes() * NEIGHBOUR) {
        break;
      }
      int handle = pool.takeFree(larger);
      if (handle != Handle.NONE) {
        return handle;
      }
    }
    return Handle.NONE;
  }

  private int evictedSlot(SizeClass sizeClass) {
    int handle = selection.claimVictim(sizeClass);
    return handle == Handle.NONE ? selection.claimWorst(sizeClass, Long.MIN_VALUE) : handle;
  }

  /** The smallest slot that is too large. */
  private int slotOfLarger(SizeClass sizeClass) {
    for (SizeClass larger : pool.largerThan(sizeClass)) {
      if (larger.hasBuckets()) {
        int handle = pool.takeFree(larger);
        if (handle == Handle.NONE) {
          handle = evictedSlot(larger);
        }
        if (handle != Handle.NONE) {
          sizeClass.balance().countGuest(larger.slotBytes());
          return handle;
        }
      }
    }
    return Handle.NONE;
  }

  /**
   * Evicts a block of the class ahead of need, if no slot is free, so that a thread that brings a
   * block and must copy it itself need not evict. Not where a bucket is one slot: without its block
   * it would be any class's.
   */
  public void evictAhead(int bytes) {
    SizeClass sizeClass = pool.classFor(Math.min(bytes, pool.sizes().largest()));
    if (sizeClass.isFull()
        && sizeClass.hasBuckets()
        && sizeClass.slotsPerBucket() > 1
        && !pool.hasEmptyBucket()) {
      int handle = evictedSlot(sizeClass);
      if (handle != Handle.NONE) {
        pool.release(handle);
      }
    }
  }
}
