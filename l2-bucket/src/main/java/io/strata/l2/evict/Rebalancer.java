package io.strata.l2.evict;

import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Moves buckets between size classes when the mix of block sizes shifts, and empties those that are
 * to be removed. Thread-safe.
 *
 * <p>Each time a class has evicted some part of its slots, the background thread looks whether
 * another class should give it a bucket ({@link Donors}). Blocks of that bucket are moved, at the
 * cost of blocks that should go before them; where there are none, they are evicted. Only a class
 * that has no bucket at all does not wait for the background: the thread that needs it evicts one
 * bucket's blocks, which is as much as it ever does.
 */
public final class Rebalancer {
  /** So many buckets are taken at a look from classes that are out of use, or far too large. */
  private static final int MOST_AT_A_LOOK = 8;

  /**
   * A bucket that is drained is of no use until the last reader of its blocks lets go, so only one
   * in so many may be in that state.
   */
  private static final int BUCKETS_FOR_ONE_DRAINING = 64;

  /** So many buckets that no class has are removed at a time, within a millisecond. */
  private static final int EMPTY_IN_A_STEP = 16;

  /** What was counted weighs half once this share of all slots was evicted. */
  private static final int AGINGS_FOR_A_TURNOVER = 4;

  private final SlotTable slots;
  private final Space space;
  private final Evictor evictor;
  private final Donors donors;
  private final Mover mover;
  private final Executor background;
  private final AtomicBoolean looking = new AtomicBoolean();

  /**
   * The thread that is moving blocks, whose own evictions are no demand: counted, they would have
   * it look again, and move again, for ever.
   */
  private volatile @Nullable Thread moving;

  private long evictedAtLastAging;

  /**
   * @param background runs one task at a time, later
   */
  public Rebalancer(
      SlotTable slots, FileTable files, Space space, Evictor evictor, Executor background) {
    this.slots = slots;
    this.space = space;
    this.evictor = evictor;
    this.mover = new Mover(slots, files, space, evictor);
    this.donors = new Donors(slots, space);
    this.background = background;
  }

  /**
   * Counts a slot that a class had to evict; now and then, has the background look.
   *
   * @param allocator where blocks are moved to
   */
  void notePressure(SizeClass sizeClass, Allocator allocator) {
    if (isDemand()) {
      long count = sizeClass.countPressure();
      if (count % sizeClass.evictionsForALook() == 0) {
        lookAt(sizeClass, allocator);
      }
    }
  }

  /** Counts a block of a class in a slot of a larger one, if the class has no bucket of its own. */
  void noteGuest(SizeClass sizeClass, SizeClass larger, Allocator allocator) {
    if (isDemand() && !sizeClass.hasBuckets()) {
      sizeClass.countGuest(larger.slotBytes() - sizeClass.slotBytes());
      if (sizeClass.hasEarnedABucket()) {
        lookAt(sizeClass, allocator);
      }
    }
  }

  private boolean isDemand() {
    return Thread.currentThread() != moving;
  }

  private void lookAt(SizeClass sizeClass, Allocator allocator) {
    if (looking.compareAndSet(false, true)) {
      try {
        background.execute(new Look(sizeClass, allocator));
      } catch (OutOfMemoryError e) {
        // The caller has a slot, which it must not lose; a later one asks again.
        looking.set(false);
      }
    }
  }

  /**
   * A class rather than a lambda: linking one takes the thread that brings a block milliseconds.
   */
  private final class Look implements Runnable {
    private final SizeClass sizeClass;
    private final Allocator allocator;

    Look(SizeClass sizeClass, Allocator allocator) {
      this.sizeClass = sizeClass;
      this.allocator = allocator;
    }

    @Override
    public void run() {
      looking.set(false);
      relieve(sizeClass, allocator);
    }
  }

  private void relieve(SizeClass sizeClass, Allocator allocator) {
    age();
    if (!space.isInUse(sizeClass)) {
      return;
    }
    boolean more = true;
    for (int taken = 0; more && taken < MOST_AT_A_LOOK; taken++) {
      Donors.Donor donor = mayDrain(0) ? donors.fairDonorFor(sizeClass) : null;
      CutBucket bucket = donor == null ? null : donors.worstOf(donor.sizeClass(), false);
      if (donor == null || bucket == null || !space.beginDrain(bucket)) {
        return;
      }
      moveAway(bucket, allocator);
      more = donor.far();
    }
  }

  private void age() {
    long allSlots = 0;
    for (SizeClass each : space.knownClasses()) {
      allSlots += each.slots();
    }
    if (evictor.evictedForRoom().sum() - evictedAtLastAging > allSlots / AGINGS_FOR_A_TURNOVER) {
      evictedAtLastAging = evictor.evictedForRoom().sum();
      space.agePressure();
    }
  }

  /** Evicts a bucket's blocks for a class that has no slot to give, whatever the pressure. */
  void emptyBucketFor(SizeClass sizeClass) {
    SizeClass donor = mayDrain(1) ? donors.donorFor(sizeClass) : null;
    CutBucket bucket = donor == null ? null : donors.worstOf(donor, true);
    if (bucket != null && space.beginDrain(bucket)) {
      for (int slot = 0; slot < bucket.slotCount(); slot++) {
        int holder = Sample.holder(slots, bucket.handle(slot));
        if (holder != Handle.NONE) {
          evictor.evictForRoom(holder);
        }
      }
    }
  }

  private boolean mayDrain(int more) {
    int most = Math.max(1, space.liveBuckets() / BUCKETS_FOR_ONE_DRAINING) + more;
    return space.drainingBuckets() < most;
  }

  /** Gets the blocks out of a bucket that is being drained; by the background thread. */
  private void moveAway(CutBucket bucket, Allocator allocator) {
    moving = Thread.currentThread();
    try {
      for (int slot = 0; slot < bucket.slotCount(); slot++) {
        int holder = Sample.holder(slots, bucket.handle(slot));
        if (holder != Handle.NONE && !mover.move(holder, allocator)) {
          evictor.evictForRoom(holder);
        }
      }
    } finally {
      moving = null;
    }
  }

  // ---- fewer buckets

  /**
   * Removes so many buckets: those that no class has, then the last ones; by the background thread,
   * in steps between which it does what else there is to do.
   */
  public void removeBuckets(int count, Allocator allocator) {
    int rest = count - space.removeEmpty(Math.min(count, EMPTY_IN_A_STEP));
    if (count - rest == EMPTY_IN_A_STEP && rest > 0) {
      background.execute(() -> removeBuckets(rest, allocator));
    } else if (rest > 0) {
      removeNext(space.last(rest), 0, allocator);
    }
  }

  private void removeNext(int[] buckets, int next, Allocator allocator) {
    if (next < buckets.length) {
      // Another request may have removed it since.
      int[] chosen = space.stays(buckets[next]) ? new int[] {buckets[next]} : space.last(1);
      for (int bucket : chosen) {
        remove(bucket, space.leave(bucket), allocator);
      }
      background.execute(() -> removeNext(buckets, next + 1, allocator));
    }
  }

  private void remove(int bucket, Space.Leaving leaves, Allocator allocator) {
    switch (leaves) {
      case UNDER_WAY -> {}
      case TO_BE_EMPTIED -> {
        CutBucket leaving = space.bucket(bucket);
        if (leaving != null) {
          makeRoomFor(leaving, allocator);
          moveAway(leaving, allocator);
        }
      }
      case ASK_AGAIN ->
          background.execute(() -> remove(bucket, space.leaveAgain(bucket), allocator));
    }
  }

  /** Which bucket has to leave says nothing of what its blocks are worth: a worse one goes. */
  private void makeRoomFor(CutBucket leaving, Allocator allocator) {
    CutBucket worse = space.hasEmptyBucket() ? null : donors.worseThan(leaving);
    if (worse != null && space.beginDrain(worse)) {
      moveAway(worse, allocator);
    }
  }

  /** Blocks that were moved from one slot to another. */
  public long moved() {
    return mover.moved();
  }
}
