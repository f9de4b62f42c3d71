package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.Policy;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Selects the blocks to evict: chosen in advance over all memory, in the {@link Policy}'s order,
 * and evicted when a slot of their class is needed. Thread-safe, and never waits.
 *
 * <h2>Overview</h2>
 *
 * The policy chooses among a few blocks that are sampled at random ({@link Sample}): no list of the
 * blocks is kept in order, and no read has to reorder one.
 *
 * <h2>States</h2>
 *
 * <pre>
 *              choose                        claim
 *   VISIBLE -------------&gt; VICTIM ---------------------------&gt; FILLING
 *      ^                      |
 *      +----------------------+
 *       a read that changes the policy bits
 * </pre>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * Each transition is one compare-and-set of the meta word. The block is added to the queue of its
 * class, or to the {@link PackQueue}, after <b>choose</b>, and a thread that needs a slot removes
 * it from the queue of the class before <b>claim</b>. So a block in state VICTIM is in one of these
 * queues, or about to be, or about to be claimed. A block in a queue may be in any state, and is
 * skipped unless it is a victim. If a class has no victim, a thread claims a block of it that was
 * not chosen ({@link #claimWorst}).
 */
public final class VictimSelection {
  private static final int MAX_DRAWS = 8;

  /** The maximum number of samples that a thread draws; the next thread carries on. */
  private static final int MAX_SAMPLES = 4;

  /**
   * One victim is chosen for this many candidates, so from a whole sample the best few. On average
   * they are as good as the best of as many smaller samples, with less variance.
   */
  private static final int CANDIDATES = 48;

  private final SlotTable slots;
  private final BucketPool pool;
  private final Evictor evictor;
  private volatile PackQueue packQueue = PackQueue.NONE;
  private final AtomicLong chosenBytes = new AtomicLong();

  /** The first random number of the next sample; no two samples use the same numbers. */
  private final AtomicLong draws = new AtomicLong();

  public VictimSelection(StoreCore core) {
    this.slots = core.slots();
    this.pool = core.pool();
    this.evictor = core.evictor();
  }

  /** Sets the queue of blocks to be packed if that frees more for its cost than eviction. */
  public void setPackQueue(PackQueue queue) {
    packQueue = queue;
  }

  // ---- choosing, over all classes

  /** Chooses victims for what was taken, in a bounded number of samples. */
  void keepUp() {
    if (isWanted(0)) {
      choose(MAX_SAMPLES);
    }
  }

  /** Returns whether more than this number of bytes was taken without choosing victims for it. */
  boolean isWanted(long bytes) {
    return pool.total().surplus() < -bytes;
  }

  /**
   * Chooses victims until free slots and victims cover what is owed; the last sample may exceed it.
   *
   * @param maxSamples how many samples to draw at most
   * @return whether they cover it, or no more blocks can be chosen
   */
  boolean choose(int maxSamples) {
    for (int i = 0; i < maxSamples; i++) {
      if (!isWanted(0) || !chooseSome()) {
        return true;
      }
    }
    return !isWanted(0);
  }

  /** Chooses victims from a sample; returns whether there was any. */
  private boolean chooseSome() {
    boolean chosen = false;
    PackQueue queue = packQueue;
    for (int draw = 0; draw < MAX_DRAWS && !chosen; draw++) {
      Sample sample = Sample.ofAll(slots, pool, draws.getAndAdd(Sample.DRAWS), queue.weight());
      if (sample.count() == 0) {
        return false;
      }
      for (int left = (sample.count() + CANDIDATES - 1) / CANDIDATES; left > 0; left--) {
        int i = victim(slots.policy(), sample);
        if (i == Policy.NONE) {
          break;
        }
        chosen |=
            isPacked(queue, sample, i)
                || isSpilled(queue, sample, i)
                || chooseVictim(sample.handle(i), sample.meta(i));
        sample.drop(i);
      }
    }
    return chosen;
  }

  /** Queues a block to be packed, if that pays and it may be read again. */
  private boolean isPacked(PackQueue queue, Sample sample, int i) {
    return sample.packWeight(i) > 0
        && slots.policy().wasReadAgain(sample.policyBits(i))
        && !evictor.isOverQuota(sample.handle(i))
        && queue.offer(sample.handle(i), sample.meta(i));
  }

  /** Queues a block to be packed on its way to the lower tier, if there is one. */
  private boolean isSpilled(PackQueue queue, Sample sample, int i) {
    return sample.packWeight(i) > 0
        && evictor.spills()
        && queue.offerToSpill(sample.handle(i), sample.meta(i));
  }

  /** Chooses a block as the next victim of its class, if its slot still has this meta word. */
  boolean chooseVictim(int handle, long meta) {
    // If the block is evicted meanwhile, these may be another's; then the word has changed, too.
    SizeClass sizeClass = pool.bucketOf(handle).sizeClass();
    int bytes = slotBytesOf(handle, sizeClass);
    if (!slots.compareAndSetMeta(handle, meta, Meta.victim(meta))) {
      return false;
    }
    boolean queued = false;
    try {
      sizeClass.addVictim(handle, bytes);
      queued = true;
    } finally {
      if (!queued) {
        slots.compareAndSetMeta(handle, Meta.victim(meta), meta);
      }
    }
    fade(bytes);
    return true;
  }

  private int slotBytesOf(int handle, SizeClass first) {
    int largest = pool.sizes().largest();
    int length = slots.length(handle);
    if (length <= largest) {
      return first.slotBytes();
    }
    int rest = length % largest;
    return length - rest + (rest == 0 ? 0 : pool.classFor(rest).slotBytes());
  }

  /** Halves what classes are owed, each time that a capacity of victims was chosen. */
  private void fade(int bytes) {
    long capacity = pool.liveBytes();
    long chosen = chosenBytes.addAndGet(bytes);
    if (chosen >= capacity && chosenBytes.compareAndSet(chosen, 0)) {
      pool.fade();
    }
  }

  /** Returns the first candidate whose file exceeds its quota, else the one the policy chooses. */
  private int victim(Policy policy, Sample sample) {
    for (int i = 0; i < sample.count(); i++) {
      if (evictor.isOverQuota(sample.handle(i))) {
        return i;
      }
    }
    return policy.victim(sample);
  }

  // ---- evicting, in one class

  /**
   * Evicts the victim of the class that was chosen first.
   *
   * @return its slot, which the caller now owns, or {@link Handle#NONE} if there is no victim
   */
  int claimVictim(SizeClass sizeClass) {
    for (int handle = sizeClass.pollVictim();
        handle != Handle.NONE;
        handle = sizeClass.pollVictim()) {
      long meta = slots.meta(handle);
      if (Meta.isVictim(meta) && Meta.pins(meta) == 0 && claim(sizeClass, handle, meta)) {
        return handle;
      }
    }
    return Handle.NONE;
  }

  /**
   * Evicts the block with the highest rank of a sample of the class, although blocks of other
   * classes rank higher: its slots are then owed, each to the class of that slot.
   *
   * @param minRank evicts only a block of at least this rank
   * @return its slot, which the caller now owns, or {@link Handle#NONE}
   */
  int claimWorst(SizeClass sizeClass, long minRank) {
    for (int draw = 0; draw < MAX_DRAWS; draw++) {
      Sample sample = Sample.of(slots, sizeClass, draws.getAndAdd(Sample.DRAWS));
      if (sample.count() == 0) {
        return Handle.NONE;
      }
      Policy policy = slots.policy();
      for (int i = victim(policy, sample); i != Policy.NONE; i = victim(policy, sample)) {
        int handle = sample.handle(i);
        if (policy.rank(sample.policyBits(i)) < minRank && !evictor.isOverQuota(handle)) {
          return Handle.NONE;
        }
        int length = slots.length(handle);
        boolean evicted = evictor.claim(handle, sample.meta(i));
        int slot = evicted ? slotOf(sizeClass, handle) : pool.takeFree(sizeClass);
        if (slot != Handle.NONE) {
          if (evicted) {
            owe(length, sizeClass);
          }
          return slot;
        }
        sample.drop(i);
      }
    }
    return Handle.NONE;
  }

  /**
   * Counts the slots of an evicted block as owed.
   *
   * @param sizeClass the class of its slot if it has one slot
   */
  private void owe(int length, SizeClass sizeClass) {
    int largest = pool.sizes().largest();
    if (length <= largest) {
      owe(sizeClass, 1);
    } else {
      owe(pool.classFor(largest), length / largest);
      int rest = length % largest;
      if (rest > 0) {
        owe(pool.classFor(rest), 1);
      }
    }
  }

  private void owe(SizeClass sizeClass, int slotCount) {
    sizeClass.balance().owe((long) slotCount * sizeClass.slotBytes(), pool.maxOwed());
  }

  /**
   * Returns a slot of the class after a block was claimed that has a part in it: the claimed one,
   * or one that its other parts freed.
   */
  private int slotOf(SizeClass sizeClass, int claimed) {
    if (isOpenSlotOf(sizeClass, claimed)) {
      return claimed;
    }
    pool.release(claimed);
    return pool.takeFree(sizeClass);
  }

  /**
   * Claims a slot of the class. The block may begin in a slot of another class, and the bucket may
   * have been formatted for another class since the slot was seen. A claimed slot does not change
   * any more, so the class is compared then.
   */
  private boolean claim(SizeClass sizeClass, int handle, long meta) {
    if (!evictor.claim(handle, meta)) {
      return false;
    }
    if (isOpenSlotOf(sizeClass, handle)) {
      return true;
    }
    pool.release(handle);
    return false;
  }

  private boolean isOpenSlotOf(SizeClass sizeClass, int handle) {
    FormattedBucket bucket = pool.bucketOf(handle);
    return bucket.sizeClass() == sizeClass && !bucket.isDraining();
  }
}
