package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.Space;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Moves buckets between size classes when the mix of block sizes shifts. Thread-safe; at most one
 * thread moves a bucket at a time, and the others do without.
 *
 * <p>A class's pressure is how many of its slots it had to evict of late, for each slot that it
 * has. Each time a class has evicted about as many slots as a bucket holds, its pressure is
 * compared with that of the class under least pressure; if it is well above, and the other's blocks
 * are not being read, one bucket goes over. The bucket's blocks are evicted.
 */
final class Rebalancer {
  /** A class must be under so many times the donor's pressure to get its bucket. */
  private static final double CLEARLY_MORE = 2.0;

  /** Blocks looked at to see whether a class, or a bucket, is being read. */
  private static final int SAMPLE = 64;

  private static final int CANDIDATES = 16;

  /**
   * A bucket that is drained is of no use until the last reader of its blocks lets go, so only one
   * in so many may be in that state.
   */
  private static final int BUCKETS_FOR_ONE_DRAINING = 64;

  /** A pinned block holds a drain up: its bucket is the last choice, or none at all. */
  private static final int PIN_WEIGHT = 1 << 16;

  private final SlotTable slots;
  private final Space space;
  private final Evictor evictor;
  private final ReentrantLock moving = new ReentrantLock();
  private int rotation;

  Rebalancer(SlotTable slots, Space space, Evictor evictor) {
    this.slots = slots;
    this.space = space;
    this.evictor = evictor;
  }

  /**
   * Gives a class a bucket if it has none, or if it is due for one by its pressure.
   *
   * @return whether a bucket was taken from another class, so that there may be room now
   */
  boolean relieve(int sizeClass) {
    int has = space.bucketsOf(sizeClass).length;
    if ((has > 0 && !isDue(sizeClass)) || !tryBegin()) {
      return false;
    }
    try {
      int donor = donorFor(sizeClass);
      boolean fair =
          donor >= 0
              && (has == 0
                  || (space.pressure(sizeClass) > CLEARLY_MORE * space.pressure(donor)
                      && !isBeingRead(donor)));
      space.agePressure();
      return fair && drainOne(donor, has == 0);
    } finally {
      moving.unlock();
    }
  }

  /** Takes a bucket for a class that found all its own blocks pinned, whatever the pressure. */
  void takeBucketFor(int sizeClass) {
    if (!tryBegin()) {
      return;
    }
    try {
      int donor = donorFor(sizeClass);
      if (donor >= 0) {
        drainOne(donor, true);
      }
    } finally {
      moving.unlock();
    }
  }

  /** Says whether this thread may move a bucket now; if so, it must unlock. */
  private boolean tryBegin() {
    int mayDrain = Math.max(1, space.buckets() / BUCKETS_FOR_ONE_DRAINING);
    return space.drainingBuckets() < mayDrain && moving.tryLock();
  }

  private boolean isDue(int sizeClass) {
    return space.pressureCount(sizeClass) % Math.max(8, space.slotsPerBucket(sizeClass)) == 0;
  }

  /** The class under least pressure, other than this one, or -1 when no other has a bucket. */
  private int donorFor(int sizeClass) {
    int donor = -1;
    double least = Double.MAX_VALUE;
    for (int other = 0; other < space.sizeClasses().count(); other++) {
      if (other != sizeClass && space.bucketsOf(other).length > 0) {
        double pressure = space.pressure(other);
        if (pressure < least) {
          least = pressure;
          donor = other;
        }
      }
    }
    return donor;
  }

  private boolean isBeingRead(int sizeClass) {
    int[] buckets = space.bucketsOf(sizeClass);
    int read = 0;
    int visible = 0;
    for (int i = 0; i < SAMPLE && buckets.length > 0; i++) {
      int bucket = buckets[(rotation + i) % buckets.length];
      int handle = Handle.of(bucket, (rotation + i * 7) % space.slotsIn(bucket));
      long meta = slots.meta(handle);
      if (Meta.isVisible(meta)) {
        visible++;
        read += Meta.frequency(meta) > 0 ? 1 : 0;
      }
    }
    rotation = (rotation + SAMPLE) & Integer.MAX_VALUE;
    return visible > 0 && read * 2 > visible;
  }

  /**
   * Drains that one of a few of the class's buckets which is read least.
   *
   * @param pinned whether one with pinned blocks will do, where there is no other: a class without
   *     a bucket would rather wait for its readers than go without
   */
  private boolean drainOne(int donor, boolean pinned) {
    int[] buckets = space.bucketsOf(donor);
    int least = -1;
    long leastReads = Long.MAX_VALUE;
    for (int i = 0; i < CANDIDATES && buckets.length > 0; i++) {
      int bucket = buckets[(rotation + i) % buckets.length];
      long reads = readsOf(bucket);
      if (reads < leastReads) {
        leastReads = reads;
        least = bucket;
      }
    }
    rotation = (rotation + CANDIDATES) & Integer.MAX_VALUE;
    if (least < 0 || (leastReads >= PIN_WEIGHT && !pinned) || !space.beginDrain(least)) {
      return false;
    }
    for (int slot = 0; slot < space.slotsIn(least); slot++) {
      evictor.evictForRoom(Handle.of(least, slot));
    }
    return true;
  }

  private long readsOf(int bucket) {
    long reads = 0;
    int count = space.slotsIn(bucket);
    for (int slot = 0; slot < count; slot++) {
      long meta = slots.meta(Handle.of(bucket, slot));
      if (Meta.isVisible(meta)) {
        reads += Meta.frequency(meta) + (long) PIN_WEIGHT * Meta.pins(meta);
      }
    }
    return reads;
  }
}
