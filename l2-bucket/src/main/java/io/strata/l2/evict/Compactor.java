package io.strata.l2.evict;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.Removal;
import io.strata.l2.pool.SizeClass;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Moves buckets from the class that is readiest to give one to a class that is short of memory, and
 * removes buckets when the store shrinks. Thread-safe; the background thread does the work, one
 * {@link Compaction} at a time, in steps.
 *
 * <p>The policy decides which class grows, by its choice of victims ({@link
 * io.strata.l2.pool.Balance}). The compactor only gathers free slots and victims, which are
 * anywhere in the buckets of their class, into one bucket: as long as there are enough victims, no
 * other block is evicted, and as long as its own class has a slot, no block is copied to a slot of
 * another size.
 */
public final class Compactor {
  /** Empty buckets to remove in a step. */
  private static final int EMPTY_IN_A_STEP = 16;

  /** Bytes by which threads that take slots may be behind with choosing victims. */
  private static final long BEHIND = BucketLayout.BUCKET_BYTES / 4;

  /** Samples to choose victims from in a step. */
  private static final int SAMPLES = 4;

  private static final int NO_BUCKET = -1;

  private final StoreCore core;
  private final BucketPool pool;
  private final VictimSelection selection;
  private final Relocator relocator;
  private final DrainChoice choice;
  private final Executor background;

  /** Allocated in advance: a thread that has taken a slot must not run out of heap. */
  private final Runnable work = this::work;

  /** Whether the background thread is at work or was asked to be. */
  private final AtomicBoolean asked = new AtomicBoolean();

  // The fields below are accessed only by the background thread.

  private @Nullable Compaction compaction;

  /** The class that gets the bucket; null if the bucket is to be removed. */
  private @Nullable SizeClass target;

  /** How many buckets are to be removed, and the current one. */
  private int toRemove;

  private int retiring = NO_BUCKET;

  /** The bytes for which victims are chosen on its behalf. */
  private long owed;

  /**
   * Whether the current bucket was retired, and whether another class was drained for its blocks.
   */
  private boolean retired;

  private boolean otherDrained;

  /**
   * @param background runs tasks later, one at a time
   */
  public Compactor(StoreCore core, VictimSelection selection, Executor background) {
    this.core = core;
    this.pool = core.pool();
    this.selection = selection;
    this.relocator = new Relocator(core, selection);
    this.choice = new DrainChoice(core);
    this.background = background;
  }

  /** Returns the number of blocks that were moved from one slot to another. */
  public long moved() {
    return relocator.moved();
  }

  /** Returns the bytes of these blocks. */
  public long movedBytes() {
    return relocator.movedBytes();
  }

  // ---- requests

  /**
   * Requests a bucket for the class if it is short, and victims if threads are behind with them.
   */
  void noteTaken(SizeClass sizeClass) {
    // While readers pin blocks of a draining bucket, no other may be drained: that would not help.
    boolean getsBucket = sizeClass.isShort() && choice.mayDrain(0);
    if ((getsBucket || selection.isWanted(BEHIND)) && !asked.get()) {
      ask();
    }
  }

  /** Removes buckets: first empty ones, then the last ones. By the background thread. */
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
        // A caller that has taken a slot must not lose it; a later one asks again.
        return;
      } finally {
        if (!handedOver) {
          asked.set(false);
        }
      }
    }
  }

  /** Evicts the blocks of a bucket at once, for a class that cannot wait for a slot. */
  void emptyBucketFor(SizeClass sizeClass) {
    SizeClass source = choice.mayDrain(1) ? choice.readiest(sizeClass) : null;
    FormattedBucket bucket = source == null ? null : choice.beginDrain(source, true);
    for (int slot = 0; bucket != null && slot < bucket.slotCount(); slot++) {
      int holder = core.holder(bucket.handle(slot));
      if (holder != Handle.NONE) {
        core.evictor().evictForCapacity(holder);
      }
    }
  }

  // ---- work of the background thread

  /** Runs a step, and requests the next. */
  private void work() {
    boolean more = false;
    try {
      more = compaction == null ? begin() : goOn(compaction);
    } finally {
      asked.set(false);
      if (more) {
        ask();
      }
    }
  }

  private boolean goOn(Compaction current) {
    Compaction.Progress progress = current.step();
    if (progress == Compaction.Progress.MORE) {
      return true;
    }
    compaction = null;
    SizeClass gets = target;
    target = null;
    if (progress == Compaction.Progress.DONE && gets != null) {
      pool.formatEmptyBucket(gets);
    }
    return progress == Compaction.Progress.DONE || toRemove > 0 || retiring != NO_BUCKET;
  }

  /** Begins the next piece of work; returns whether there is more. */
  private boolean begin() {
    if (toRemove > 0 || retiring != NO_BUCKET) {
      removeSome();
      return true;
    }
    // If all blocks are pinned or victims, none can be chosen, whatever is owed: then this is all.
    if (selection.isWanted(0) && !selection.choose(SAMPLES)) {
      return true;
    }
    SizeClass needy = choice.mayDrain(0) ? choice.neediest() : null;
    return needy != null && !pool.hasEmptyBucket() && moveBucketTo(needy);
  }

  /** Begins to move a bucket of the readiest class; returns whether there is one. */
  private boolean moveBucketTo(SizeClass needy) {
    SizeClass source = choice.readiestToMove(needy);
    if (source != null) {
      begin(source, needy);
    }
    return source != null;
  }

  private void begin(SizeClass source, SizeClass gets) {
    target = gets;
    compaction =
        new Compaction(core, selection, relocator, source, () -> choice.beginDrain(source, false));
  }

  // ---- removing buckets

  private void removeSome() {
    if (retiring == NO_BUCKET) {
      int removed = pool.removal().removeEmpty(Math.min(toRemove, EMPTY_IN_A_STEP));
      toRemove -= removed;
      if (removed == 0) {
        retireNext();
      }
    } else if (selection.choose(SAMPLES)) {
      FormattedBucket bucket = pool.bucket(retiring);
      if (bucket == null || !bucket.isOpen()) {
        retireUnformatted();
      } else {
        freeSlotsFor(bucket.sizeClass());
      }
    }
  }

  /** Retires a bucket that belongs to no class, unless it was formatted just now. */
  private void retireUnformatted() {
    FormattedBucket drained = retire(retiring);
    if (drained != null) {
      compaction = new Compaction(core, selection, relocator, drained.sizeClass(), () -> drained);
    }
  }

  private void retireNext() {
    int last = pool.removal().last();
    toRemove = last < 0 ? 0 : toRemove - 1;
    retired = false;
    otherDrained = false;
    if (last >= 0) {
      retiring = last;
      owed = 0;
      owe(BucketLayout.BUCKET_BYTES);
    }
  }

  /** Owed, so that threads that take slots meanwhile choose victims for it, too. */
  private void owe(long bytes) {
    owed += bytes;
    pool.total().owe(bytes);
  }

  /**
   * The number of the bucket to retire says nothing about the value of its blocks: another class
   * gives up a bucket first, unless one is empty. More victims are chosen while no class has slots
   * for the blocks of a whole bucket; those left over stay readable, and are evicted next.
   */
  private void freeSlotsFor(SizeClass sizeClass) {
    boolean hasSlots = otherDrained || pool.emptyBuckets() > 0;
    SizeClass gives = hasSlots ? sizeClass : withMoreSurplus(sizeClass);
    long missing = hasSlots ? 0 : BucketLayout.BUCKET_BYTES - gives.balance().surplus();
    if (missing > 0 && !selection.isWanted(0)) {
      owe(missing);
    } else if (gives != sizeClass) {
      otherDrained = true;
      begin(gives, sizeClass);
    } else {
      int number = retiring;
      compaction = new Compaction(core, selection, relocator, sizeClass, () -> retire(number));
    }
  }

  private SizeClass withMoreSurplus(SizeClass sizeClass) {
    SizeClass other = choice.readiest(sizeClass);
    return other != null && other.balance().surplus() > sizeClass.balance().surplus()
        ? other
        : sizeClass;
  }

  /** Retires a bucket; returns it if it must be emptied first, else null. */
  private @Nullable FormattedBucket retire(int number) {
    Removal.Outcome outcome =
        retired ? pool.removal().retireAgain(number) : pool.removal().retire(number);
    retired = true;
    if (outcome != Removal.Outcome.TRY_AGAIN) {
      retiring = NO_BUCKET;
      owe(-owed);
    }
    return outcome == Removal.Outcome.TO_BE_EMPTIED ? pool.bucket(number) : null;
  }
}
