package io.strata.l2.evict;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.Removal;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Has a class that is short of memory get a bucket of the class that is readiest to give one, and
 * removes buckets when the store shrinks. Thread-safe; the background thread does it, one {@link
 * Compaction} at a time, in steps.
 *
 * <p>The policy decides which class grows, by the victims that it finds ({@link
 * io.strata.l2.pool.Balance}). Here it is only seen to it that free slots and victims, which lie
 * anywhere in the buckets of their class, come together in one: no block goes but victims, as long
 * as there are enough, and none is copied to a slot of another size, as long as its own class has
 * one.
 */
public final class Compactor {
  /** For so long it goes from step to step before the background thread does what else there is. */
  private static final long NANOS_AT_A_TIME = 500_000;

  /** So many buckets that no class has are removed in a step. */
  private static final int EMPTY_IN_A_STEP = 16;

  /** Threads that take slots may be so many bytes behind with choosing victims. */
  private static final long BEHIND = BucketLayout.BUCKET_BYTES / 4;

  /** Samples that victims are chosen of in a step. */
  private static final int SAMPLES = 4;

  private static final int NO_BUCKET = -1;

  private final StoreCore core;
  private final BucketPool pool;
  private final VictimSelection selection;
  private final Relocator mover;
  private final DrainChoice choice;
  private final Executor background;

  /** Made before it is needed: a thread that has a slot must not find no heap. */
  private final Runnable work = this::work;

  /** Whether the background thread is at work, or was asked to be. */
  private final AtomicBoolean asked = new AtomicBoolean();

  // What follows, the background thread alone looks at.

  private @Nullable Compaction compaction;

  /** What gets the bucket that comes of it; null where that is to be removed. */
  private @Nullable SizeClass taker;

  /** How many buckets are to be removed, and the one whose turn it is. */
  private int toRemove;

  private int leaving = NO_BUCKET;

  /** Whether it was told so, and whether another class was asked to give its blocks room. */
  private boolean toldToLeave;

  private boolean roomMade;

  /**
   * @param background runs one task at a time, later
   */
  public Compactor(StoreCore core, VictimSelection selection, Executor background) {
    this.core = core;
    this.pool = core.pool();
    this.selection = selection;
    this.mover = new Relocator(core, selection);
    this.choice = new DrainChoice(core);
    this.background = background;
  }

  /** Blocks that were moved from one slot to another. */
  public long moved() {
    return mover.moved();
  }

  /** Bytes of these. */
  public long movedBytes() {
    return mover.movedBytes();
  }

  // ---- what is asked for

  /** Has the class get a bucket if it is short, and victims chosen if those who take are behind. */
  void noteTaken(SizeClass sizeClass) {
    // While readers pin what is being drained, no other bucket may be: nothing could be done.
    boolean getsBucket = sizeClass.isShort() && choice.mayDrain(0);
    if ((getsBucket || selection.isWanted(BEHIND)) && !asked.get()) {
      ask();
    }
  }

  /**
   * Removes so many buckets: those that no class has, then the last ones; by the background thread.
   */
  public void removeBuckets(int count) {
    toRemove += count;
    pool.removal().begin(toRemove);
    if (asked.compareAndSet(false, true)) {
      work();
    }
  }

  private void ask() {
    if (asked.compareAndSet(false, true)) {
      boolean handedOver = false;
      try {
        background.execute(work);
        handedOver = true;
      } catch (OutOfMemoryError e) {
        // The caller has a slot, which it must not lose; a later one asks again.
        return;
      } finally {
        if (!handedOver) {
          asked.set(false);
        }
      }
    }
  }

  /** Evicts a bucket's blocks at once, for a class that has no slot and finds none. */
  void emptyBucketFor(SizeClass sizeClass) {
    SizeClass donor = choice.mayDrain(1) ? choice.readiest(sizeClass) : null;
    FormattedBucket bucket = donor == null ? null : choice.beginDrain(donor, true);
    for (int slot = 0; bucket != null && slot < bucket.slotCount(); slot++) {
      int holder = core.holder(bucket.handle(slot));
      if (holder != Handle.NONE) {
        core.evictor().evictForRoom(holder);
      }
    }
  }

  // ---- what is done

  private void work() {
    boolean more = false;
    try {
      more = compaction == null ? begin() : goOn(compaction);
      long begun = System.nanoTime();
      while (compaction != null && System.nanoTime() - begun < NANOS_AT_A_TIME) {
        more = goOn(compaction);
      }
    } finally {
      if (more) {
        background.execute(work);
      } else {
        asked.set(false);
      }
    }
  }

  private boolean goOn(Compaction current) {
    Compaction.Progress progress = current.step();
    if (progress == Compaction.Progress.MORE) {
      return true;
    }
    compaction = null;
    SizeClass gets = taker;
    taker = null;
    if (progress == Compaction.Progress.DONE && gets != null) {
      pool.formatEmptyBucket(gets);
    }
    return progress == Compaction.Progress.DONE || toRemove > 0 || leaving != NO_BUCKET;
  }

  /** Begins what there is to do, or a part of it; says whether there is more. */
  private boolean begin() {
    if (toRemove > 0 || leaving != NO_BUCKET) {
      removeSome();
      return true;
    }
    // Of pinned blocks and victims none can be chosen, however much is owed: then there is no more.
    if (selection.isWanted(0) && !selection.choose(SAMPLES)) {
      return true;
    }
    SizeClass needy = choice.mayDrain(0) ? choice.neediest() : null;
    return needy != null && !pool.hasEmptyBucket() && give(needy);
  }

  /** Has the class that is readiest give a bucket; says whether there is more to do. */
  private boolean give(SizeClass needy) {
    SizeClass donor = choice.readiest(needy);
    if (donor != null) {
      begin(donor, needy);
    }
    return donor != null;
  }

  private void begin(SizeClass donor, SizeClass gets) {
    taker = gets;
    compaction =
        new Compaction(core, selection, mover, donor, () -> choice.beginDrain(donor, false));
  }

  // ---- fewer buckets

  private void removeSome() {
    if (leaving == NO_BUCKET) {
      int removed = pool.removal().removeEmpty(Math.min(toRemove, EMPTY_IN_A_STEP));
      toRemove -= removed;
      if (removed == 0) {
        nextToLeave();
      }
    } else if (selection.choose(SAMPLES)) {
      FormattedBucket bucket = pool.bucket(leaving);
      if (bucket == null || !bucket.isOpen()) {
        leaveAsItIs();
      } else {
        makeRoomFor(bucket.sizeClass());
      }
    }
  }

  /** No class has it, or none has any more; but one may have been given it just now. */
  private void leaveAsItIs() {
    FormattedBucket given = leave(leaving);
    if (given != null) {
      compaction = new Compaction(core, selection, mover, given.sizeClass(), () -> given);
    }
  }

  private void nextToLeave() {
    int last = pool.removal().last();
    toRemove = last < 0 ? 0 : toRemove - 1;
    toldToLeave = false;
    roomMade = false;
    if (last >= 0) {
      leaving = last;
      // Owed: so those who take slots meanwhile have victims chosen for it as well.
      pool.total().owe(BucketLayout.BUCKET_BYTES);
    }
  }

  /** Which bucket has to leave says nothing of what its blocks are worth: another class gives. */
  private void makeRoomFor(SizeClass sizeClass) {
    SizeClass donor = choice.readiest(sizeClass);
    if (!roomMade && donor != null && donor.balance().surplus() > sizeClass.balance().surplus()) {
      roomMade = true;
      begin(donor, sizeClass);
    } else {
      int number = leaving;
      compaction = new Compaction(core, selection, mover, sizeClass, () -> leave(number));
    }
  }

  /** Begins to remove a bucket, and says which it is if it has to be emptied first. */
  private @Nullable FormattedBucket leave(int number) {
    Removal.Outcome leaves =
        toldToLeave ? pool.removal().retireAgain(number) : pool.removal().retire(number);
    toldToLeave = true;
    if (leaves != Removal.Outcome.TRY_AGAIN) {
      leaving = NO_BUCKET;
      pool.total().owe(-BucketLayout.BUCKET_BYTES);
    }
    return leaves == Removal.Outcome.TO_BE_EMPTIED ? pool.bucket(number) : null;
  }
}
