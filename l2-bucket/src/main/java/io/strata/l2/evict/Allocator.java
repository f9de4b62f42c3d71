package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeClass;
import java.util.function.ToIntFunction;

/**
 * Allocates the slots of a block. In order of preference: a free slot of the class; a bucket that
 * is empty, or whose class has no block in it; a free slot that is slightly too large; the slot of
 * a victim of the class; the slot of the block of the class with the highest rank, which the class
 * is then owed. A class without a bucket is a guest in the slots of larger classes, and so is a
 * part of a long block rather than that a block which was not chosen is evicted for it. If the
 * compactor is late with a bucket for the class, the thread empties one itself. Thread-safe, and
 * never waits.
 *
 * <p>The memory taken is compensated by the next caller, which chooses victims of as many bytes
 * ({@link VictimSelection}), and by the {@link Compactor} if a class runs short of memory.
 */
public final class Allocator {
  /** The maximum number of buckets to empty for a class that has no slot, nor a larger one. */
  private static final int MAX_ROUNDS = 4;

  /** Neighbors of a class have slots at most this many times as large. */
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
   * Allocates the slots of a block, evicting other blocks if necessary.
   *
   * @param bytes of the block, 1 or more
   * @return its first slot, linked to the further ones, which the caller must fill and then publish
   *     or {@link BucketPool#release}; or {@link Handle#NONE} if everything evictable is pinned
   */
  public int allocate(int bytes) {
    // First: it may run out of heap, and a slot that was taken before would be lost.
    selection.keepUp();
    return parts.take(bytes, bytes > pool.sizes().largest() ? this::slotOfPart : this::slotOfBlock);
  }

  /**
   * Allocates a slot for a block that is cached already, in a larger one. Never evicts a block for
   * a slot that is too large.
   *
   * @param bytes of the block, 1 or more
   * @param maxSlotBytes the maximum size of the slot
   * @return the slot, which the caller must fill and then publish or {@link BucketPool#release}; or
   *     {@link Handle#NONE} if no suitable class has one
   */
  public int allocateSmaller(int bytes, int maxSlotBytes) {
    selection.keepUp();
    SizeClass own = pool.classFor(bytes);
    if (own.slotBytes() > maxSlotBytes) {
      return Handle.NONE;
    }
    SizeClass used = withBuckets(own, maxSlotBytes);
    SizeClass needy = own.hasBuckets() ? own : neediest(own, used);
    int handle = freeSlot(used.hasBuckets() ? used : needy);
    if (handle == Handle.NONE) {
      handle = evictedSlot(used);
    }
    if (!needy.hasBuckets()) {
      needy.balance().countGuest(used.slotBytes());
    }
    compactor.noteTaken(needy);
    return handle;
  }

  /**
   * Returns the class without buckets, of these two and those between, that is owed most. So blocks
   * of many sizes, each too rare to fill a bucket, soon ask for the same one.
   */
  private SizeClass neediest(SizeClass smallest, SizeClass largest) {
    SizeClass result = smallest;
    for (SizeClass larger : pool.largerThan(smallest)) {
      if (larger.slotBytes() > largest.slotBytes()) {
        break;
      }
      if (!larger.hasBuckets() && larger.balance().surplus() < result.balance().surplus()) {
        result = larger;
      }
    }
    return result;
  }

  /** Returns the smallest class with buckets, from this one on; if none has any, the largest. */
  private SizeClass withBuckets(SizeClass smallest, int maxSlotBytes) {
    SizeClass result = smallest;
    for (SizeClass larger : pool.largerThan(smallest)) {
      if (result.hasBuckets() || larger.slotBytes() > maxSlotBytes) {
        break;
      }
      result = larger;
    }
    return result;
  }

  private int slotOfBlock(int bytes) {
    return slot(pool.classFor(bytes), false);
  }

  private int slotOfPart(int bytes) {
    return slot(pool.classFor(bytes), true);
  }

  private int slot(SizeClass sizeClass, boolean isPart) {
    int handle = freeOrEvicted(sizeClass, isPart);
    for (int round = 0; handle == Handle.NONE && round < MAX_ROUNDS; round++) {
      compactor.emptyBucketFor(sizeClass);
      handle = freeOrEvicted(sizeClass, isPart);
    }
    if (handle != Handle.NONE) {
      compactor.noteTaken(sizeClass);
    }
    return handle;
  }

  private int freeOrEvicted(SizeClass sizeClass, boolean isPart) {
    int handle = freeSlot(sizeClass);
    if (handle == Handle.NONE) {
      handle = freeSlotOfNeighbour(sizeClass);
    }
    if (handle == Handle.NONE && isPart) {
      handle = chosenSlot(sizeClass);
    }
    if (handle == Handle.NONE) {
      handle =
          sizeClass.hasBuckets()
              ? evictedSlot(sizeClass)
              : slotOfLarger(sizeClass, this::evictedSlot);
    }
    return handle;
  }

  /**
   * Takes the slot of a victim, or one that is too large: a block that was not chosen would be
   * evicted whole for the slot of its last part.
   */
  private int chosenSlot(SizeClass sizeClass) {
    int handle = selection.claimVictim(sizeClass);
    return handle == Handle.NONE ? slotOfLarger(sizeClass, selection::claimVictim) : handle;
  }

  private int freeSlot(SizeClass sizeClass) {
    int handle = pool.takeFree(sizeClass);
    while (handle == Handle.NONE && pool.formatEmptyBucket(sizeClass)) {
      handle = pool.takeFree(sizeClass);
    }
    return handle;
  }

  /** A free slot that is slightly too large wastes less than one that stays free. */
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

  /** Takes the smallest slot that is too large; evicts a block of a class by the function. */
  private int slotOfLarger(SizeClass sizeClass, ToIntFunction<SizeClass> evict) {
    for (SizeClass larger : pool.largerThan(sizeClass)) {
      if (larger.hasBuckets()) {
        SizeClass needy = sizeClass.hasBuckets() ? sizeClass : neediest(sizeClass, larger);
        int handle = slotOf(larger, needy, evict);
        if (handle != Handle.NONE) {
          compactor.noteTaken(needy);
          return handle;
        }
      }
    }
    return Handle.NONE;
  }

  /**
   * Takes a slot of the larger class as a guest, or one of the needy class, if a bucket is overdue.
   * The compactor may get no processor for a while, and each guest wastes most of its slot.
   */
  private int slotOf(SizeClass larger, SizeClass needy, ToIntFunction<SizeClass> evict) {
    int handle = pool.takeFree(larger);
    if (handle == Handle.NONE && !needy.hasBuckets() && needy.balance().isBucketOverdue()) {
      compactor.emptyBucketFor(needy);
      handle = freeSlot(needy);
      if (handle != Handle.NONE) {
        return handle;
      }
    }
    if (handle == Handle.NONE) {
      handle = evict.applyAsInt(larger);
    }
    if (handle != Handle.NONE) {
      needy.balance().countGuest(larger.slotBytes());
    }
    return handle;
  }

  /**
   * Evicts a block of the class in advance if no slot is free, so that a thread that must copy its
   * block itself need not evict. Does nothing if a bucket is a single slot: empty, it would be
   * available to any class.
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
