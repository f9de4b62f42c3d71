package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.policy.Policy;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;

/**
 * Finds the slots for a block: free ones, else those of a bucket that no class has or that is of no
 * use to the class that has it, else a free one that is a little too large, else those whose blocks
 * are worth least. A class that has no bucket is a guest in the slots of larger ones, until its
 * blocks or what they waste would fill a bucket. Thread-safe, and never waits.
 *
 * <p>What goes is for the {@link Policy} to say, of a few blocks of the class that are drawn at
 * random ({@link Sample}): no list of the blocks is kept in order, and no read has to reorder one.
 */
public final class Allocator {
  private static final int MAX_ROUNDS = 4;
  private static final int MAX_DRAWS = 8;

  /** A class's neighbours are those whose slots are at most so many times as large. */
  private static final double NEIGHBOUR = 1.05;

  private final SlotTable slots;
  private final Space space;
  private final Evictor evictor;
  private final Rebalancer rebalancer;

  public Allocator(SlotTable slots, Space space, Evictor evictor, Rebalancer rebalancer) {
    this.slots = slots;
    this.space = space;
    this.evictor = evictor;
    this.rebalancer = rebalancer;
  }

  /**
   * Allocates the slots of a block, evicting others if it must.
   *
   * @param bytes of the block, 1 or more
   * @return its first slot, linked to the further ones, which is the caller's to fill and then to
   *     publish or {@link Space#release}; or {@link Handle#NONE} when what could go is pinned
   */
  public int allocate(int bytes) {
    return allocate(bytes, Long.MIN_VALUE);
  }

  /** As {@link #allocate(int)}, but evicts only blocks that should go before one of this rank. */
  int allocateFor(int bytes, long rank) {
    return allocate(bytes, rank + 1);
  }

  private int allocate(int bytes, long least) {
    int largest = space.sizes().largest();
    int first = slot(Math.min(bytes, largest), least);
    boolean complete = first == Handle.NONE || bytes <= largest;
    try {
      complete = complete || joinParts(first, bytes, least);
    } finally {
      if (!complete) {
        space.release(first);
      }
    }
    return complete ? first : Handle.NONE;
  }

  /** Links the further slots that a block takes to its first; says false when one is not had. */
  private boolean joinParts(int first, int bytes, long least) {
    int largest = space.sizes().largest();
    int last = first;
    for (int done = largest; done < bytes; done += largest) {
      int length = Math.min(bytes - done, largest);
      int part = slot(length, least);
      if (part == Handle.NONE) {
        return false;
      }
      slots.join(part, first, length);
      slots.setNextPart(last, part);
      last = part;
    }
    return true;
  }

  private int slot(int bytes, long least) {
    SizeClass sizeClass = space.classFor(bytes);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int handle = freeSlot(sizeClass);
      if (handle == Handle.NONE) {
        handle = freeSlotOfNeighbour(sizeClass);
      }
      if (handle == Handle.NONE) {
        handle =
            sizeClass.hasBuckets() ? claimCounted(sizeClass, least) : largerSlot(sizeClass, least);
      }
      if (handle != Handle.NONE || least > Long.MIN_VALUE) {
        return handle;
      }
      rebalancer.emptyBucketFor(sizeClass);
    }
    return largerSlot(sizeClass, least);
  }

  private int freeSlot(SizeClass sizeClass) {
    int handle = space.takeFree(sizeClass);
    while (handle == Handle.NONE && space.cutEmptyBucket(sizeClass)) {
      handle = space.takeFree(sizeClass);
    }
    return handle;
  }

  /** A free slot that is somewhat too large wastes less than one that stays free. */
  private int freeSlotOfNeighbour(SizeClass sizeClass) {
    for (SizeClass larger : space.largerThan(sizeClass)) {
      if (larger.slotBytes() > sizeClass.slotBytes() * NEIGHBOUR) {
        break;
      }
      int handle = space.takeFree(larger);
      if (handle != Handle.NONE) {
        rebalancer.noteGuest(sizeClass, larger, this);
        return handle;
      }
    }
    return Handle.NONE;
  }

  /** The smallest slot that is too large: for a class that has no bucket, and may not earn one. */
  private int largerSlot(SizeClass sizeClass, long least) {
    for (SizeClass larger : space.largerThan(sizeClass)) {
      if (larger.hasBuckets()) {
        int handle = space.takeFree(larger);
        if (handle == Handle.NONE) {
          handle = claimWorst(larger, least);
        }
        if (handle != Handle.NONE) {
          rebalancer.noteGuest(sizeClass, larger, this);
          return handle;
        }
      }
    }
    return Handle.NONE;
  }

  private int claimCounted(SizeClass sizeClass, long least) {
    int handle = claimWorst(sizeClass, least);
    if (handle != Handle.NONE) {
      rebalancer.notePressure(sizeClass, this);
    }
    return handle;
  }

  /**
   * Evicts a block of the class ahead of need, if no slot is free, so that a thread that brings a
   * block and must copy it itself need not evict. Not where a bucket is one slot: without its block
   * it would be any class's.
   */
  public void evictAhead(int bytes) {
    SizeClass sizeClass = space.classFor(Math.min(bytes, space.sizes().largest()));
    if (sizeClass.isFull()
        && sizeClass.hasBuckets()
        && sizeClass.slotsPerBucket() > 1
        && !space.hasEmptyBucket()) {
      int handle = claimCounted(sizeClass, Long.MIN_VALUE);
      if (handle != Handle.NONE) {
        space.release(handle);
      }
    }
  }

  /** Evicts the block of some slots of the class that should go first, if its rank is no less. */
  private int claimWorst(SizeClass sizeClass, long least) {
    for (int draw = 0; draw < MAX_DRAWS; draw++) {
      Sample sample = Sample.of(slots, sizeClass);
      if (sample.count() == 0) {
        return Handle.NONE;
      }
      Policy policy = slots.policy();
      for (int i = victim(policy, sample); i != Policy.NONE; i = victim(policy, sample)) {
        if (policy.rank(sample.mark(i)) < least && !isOverQuota(sample, i)) {
          return Handle.NONE;
        }
        int handle = sample.handle(i);
        if (claim(sizeClass, handle, sample.meta(i))) {
          return handle;
        }
        int freed = space.takeFree(sizeClass);
        if (freed != Handle.NONE) {
          return freed;
        }
        sample.drop(i);
      }
    }
    return Handle.NONE;
  }

  /** The first of those whose files have more than their quota; else which the policy says. */
  private int victim(Policy policy, Sample sample) {
    for (int i = 0; i < sample.count(); i++) {
      if (isOverQuota(sample, i)) {
        return i;
      }
    }
    return policy.victim(sample);
  }

  private boolean isOverQuota(Sample sample, int i) {
    return evictor.isOverQuota(sample.handle(i));
  }

  /**
   * Claims a slot of the class. The block may begin in a slot of another class, or the bucket have
   * been cut for another one since the slot was drawn; once the slot is claimed, it stays as it is,
   * and so the class is compared then.
   */
  private boolean claim(SizeClass sizeClass, int handle, long meta) {
    if (!evictor.claim(handle, meta)) {
      return false;
    }
    CutBucket bucket = space.bucketOf(handle);
    if (bucket.sizeClass() == sizeClass && !bucket.isDraining()) {
      return true;
    }
    space.release(handle);
    return false;
  }
}
