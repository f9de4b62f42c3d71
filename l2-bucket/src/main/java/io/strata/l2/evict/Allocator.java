package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.Space;

/**
 * Finds a slot for a block: a free one, else one of a bucket that no class has, else one whose
 * block is worth least. Thread-safe, and never waits.
 *
 * <p>Eviction is a clock for each size class ("second chance", Corbató 1969, with the small counter
 * of GCLOCK, Smith 1978): a read raises a slot's frequency, the hand lowers it, and a slot that the
 * hand finds at zero and unpinned goes. The hand moves a bounded number of slots for each
 * allocation; when all of those were read of late, the one read least goes. A slot of an in-memory
 * family is only lowered once in {@value #LAPS_IN_MEMORY} rounds.
 */
public final class Allocator {
  private static final int MAX_STEPS = 256;
  private static final int LAPS_IN_MEMORY = 4;
  private static final int MAX_ROUNDS = 4;

  private final SlotTable slots;
  private final Space space;
  private final Evictor evictor;
  private final Rebalancer rebalancer;

  public Allocator(SlotTable slots, Space space, Evictor evictor) {
    this.slots = slots;
    this.space = space;
    this.evictor = evictor;
    this.rebalancer = new Rebalancer(slots, space, evictor);
  }

  /**
   * Allocates a slot of a size class.
   *
   * @return a slot, of this class or a larger one, that is the caller's to fill and then to publish
   *     or {@link Space#release}; or {@link Handle#NONE} when all that could go is pinned
   */
  public int allocate(int sizeClass) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int handle = space.takeFree(sizeClass);
      if (handle != Handle.NONE) {
        return handle;
      }
      if (space.cutEmptyBucket(sizeClass) || rebalancer.relieve(sizeClass)) {
        continue;
      }
      handle = claimLeastWorth(sizeClass);
      if (handle != Handle.NONE) {
        space.countPressure(sizeClass);
        return handle;
      }
      rebalancer.takeBucketFor(sizeClass);
    }
    return allocateLarger(sizeClass);
  }

  /** A slot that is too large is better than none; the smallest of those that can be had. */
  private int allocateLarger(int sizeClass) {
    for (int larger = sizeClass + 1; larger < space.sizeClasses().count(); larger++) {
      if (space.bucketsOf(larger).length > 0) {
        int handle = space.takeFree(larger);
        if (handle == Handle.NONE) {
          handle = claimLeastWorth(larger);
        }
        if (handle != Handle.NONE) {
          return handle;
        }
      }
    }
    return Handle.NONE;
  }

  private int claimLeastWorth(int sizeClass) {
    int least = Handle.NONE;
    int leastWorth = Integer.MAX_VALUE;
    for (int step = 0; step < MAX_STEPS; step++) {
      long position = space.advance(sizeClass);
      int handle = space.slotAt(sizeClass, position);
      if (handle == Handle.NONE) {
        continue; // A bucket that was cut with fewer slots, or taken away.
      }
      long meta = slots.meta(handle);
      if (!Meta.isVisible(meta) || Meta.pins(meta) > 0) {
        continue;
      }
      if (Meta.frequency(meta) == 0) {
        if (evictor.claim(handle, meta)) {
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
    return least != Handle.NONE && claimIfUnpinned(least) ? least : Handle.NONE;
  }

  private void age(int sizeClass, long position, int handle, long meta) {
    if (!Meta.isInMemory(meta) || space.lap(sizeClass, position) % LAPS_IN_MEMORY == 0) {
      // If a reader came between, the slot is worth what it was: nothing is lost by not repeating.
      slots.compareAndSetMeta(handle, meta, Meta.aged(meta));
    }
  }

  private boolean claimIfUnpinned(int handle) {
    long meta = slots.meta(handle);
    return Meta.isVisible(meta) && Meta.pins(meta) == 0 && evictor.claim(handle, meta);
  }

  private static int worth(long meta) {
    return Meta.frequency(meta) + (Meta.isInMemory(meta) ? Meta.MAX_FREQUENCY + 1 : 0);
  }
}
