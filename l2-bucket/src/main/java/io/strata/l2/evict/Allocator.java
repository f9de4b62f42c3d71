package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
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
 * <p>Eviction is a clock for each size class ("second chance", Corbató 1969, with the small counter
 * of GCLOCK, Smith 1978): a read raises a slot's frequency, the hand lowers it, and a slot that the
 * hand finds at zero and unpinned goes. The hand moves a bounded number of slots for each
 * allocation; when all of those were read of late, the one read least goes. A slot of an in-memory
 * family is only lowered once in {@value #LAPS_IN_MEMORY} rounds. A part of a block is worth what
 * its first slot says, and only there is it lowered.
 */
public final class Allocator {
  private static final int MAX_STEPS = 256;
  private static final int LAPS_IN_MEMORY = 4;
  private static final int MAX_ROUNDS = 4;

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
    return allocate(bytes, true);
  }

  /** As {@link #allocate(int)}, but evicts nothing. */
  int allocateFree(int bytes) {
    return allocate(bytes, false);
  }

  private int allocate(int bytes, boolean evict) {
    int largest = space.sizes().largest();
    int first = slot(Math.min(bytes, largest), evict);
    boolean complete = first == Handle.NONE || bytes <= largest;
    try {
      complete = complete || joinParts(first, bytes, evict);
    } finally {
      if (!complete) {
        space.release(first);
      }
    }
    return complete ? first : Handle.NONE;
  }

  /** Links the further slots that a block takes to its first; says false when one is not had. */
  private boolean joinParts(int first, int bytes, boolean evict) {
    int largest = space.sizes().largest();
    int last = first;
    for (int done = largest; done < bytes; done += largest) {
      int length = Math.min(bytes - done, largest);
      int part = slot(length, evict);
      if (part == Handle.NONE) {
        return false;
      }
      slots.join(part, first, length);
      slots.setNextPart(last, part);
      last = part;
    }
    return true;
  }

  private int slot(int bytes, boolean evict) {
    SizeClass sizeClass = space.classFor(bytes);
    return evict ? anySlot(sizeClass) : freeSlot(sizeClass);
  }

  private int anySlot(SizeClass sizeClass) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int handle = freeSlot(sizeClass);
      if (handle == Handle.NONE) {
        handle = freeSlotOfNeighbour(sizeClass);
      }
      if (handle == Handle.NONE) {
        handle = sizeClass.hasBuckets() ? claimCounted(sizeClass) : largerSlot(sizeClass);
      }
      if (handle != Handle.NONE) {
        return handle;
      }
      rebalancer.emptyBucketFor(sizeClass);
    }
    return largerSlot(sizeClass);
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
  private int largerSlot(SizeClass sizeClass) {
    for (SizeClass larger : space.largerThan(sizeClass)) {
      if (larger.hasBuckets()) {
        int handle = space.takeFree(larger);
        if (handle == Handle.NONE) {
          handle = claimLeastWorth(larger);
        }
        if (handle != Handle.NONE) {
          rebalancer.noteGuest(sizeClass, larger, this);
          return handle;
        }
      }
    }
    return Handle.NONE;
  }

  private int claimCounted(SizeClass sizeClass) {
    int handle = claimLeastWorth(sizeClass);
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
      int handle = claimCounted(sizeClass);
      if (handle != Handle.NONE) {
        space.release(handle);
      }
    }
  }

  private int claimLeastWorth(SizeClass sizeClass) {
    int least = Handle.NONE;
    int leastWorth = Integer.MAX_VALUE;
    for (int step = 0; step < MAX_STEPS; step++) {
      long position = sizeClass.advance();
      CutBucket bucket = sizeClass.bucketAt(position);
      int handle = bucket == null ? Handle.NONE : sizeClass.slotAt(bucket, position);
      if (handle == Handle.NONE) {
        continue; // A bucket that was cut into fewer slots, or taken away.
      }
      long meta = slots.meta(handle);
      if (Meta.state(meta) == Meta.PART && evictWhole(handle)) {
        int free = space.takeFree(sizeClass);
        if (free != Handle.NONE) {
          return free;
        }
      } else if (Meta.isVisible(meta) && Meta.pins(meta) == 0) {
        if (Meta.frequency(meta) == 0) {
          if (claim(sizeClass, handle, meta)) {
            return handle;
          }
          continue;
        }
        if (worth(meta) < leastWorth) {
          leastWorth = worth(meta);
          least = handle;
        }
        age(sizeClass, position, handle, meta);
      }
    }
    return least != Handle.NONE && claimIfUnpinned(sizeClass, least) ? least : Handle.NONE;
  }

  private void age(SizeClass sizeClass, long position, int handle, long meta) {
    if (!Meta.isInMemory(meta) || sizeClass.lap(position) % LAPS_IN_MEMORY == 0) {
      // If a reader came between, the slot is worth what it was: nothing is lost by not repeating.
      slots.compareAndSetMeta(handle, meta, Meta.aged(meta));
    }
  }

  /** Evicts the block of which a slot is a part, if it is worth nothing; says whether it did. */
  private boolean evictWhole(int part) {
    // If that slot changed hands since, another block that is worth nothing goes.
    int first = slots.firstOf(part);
    if (first == Handle.NONE) {
      return false;
    }
    long meta = slots.meta(first);
    return Meta.isVisible(meta)
        && Meta.pins(meta) == 0
        && Meta.frequency(meta) == 0
        && evictor.evictForRoom(first);
  }

  private boolean claimIfUnpinned(SizeClass sizeClass, int handle) {
    long meta = slots.meta(handle);
    return Meta.isVisible(meta) && Meta.pins(meta) == 0 && claim(sizeClass, handle, meta);
  }

  /**
   * Claims a slot of the class. The bucket may have been cut for another one since the hand found
   * the slot; once the slot is claimed, it stays as it is, and so the class is compared then.
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

  private static int worth(long meta) {
    return Meta.frequency(meta) + (Meta.isInMemory(meta) ? Meta.MAX_FREQUENCY + 1 : 0);
  }
}
