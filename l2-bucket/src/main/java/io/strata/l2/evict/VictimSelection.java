package io.strata.l2.evict;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.MissCost;
import io.strata.l2.policy.Policy;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which blocks go: chosen ahead of need over all memory, in the {@link Policy}'s order, and evicted
 * when a slot of their class is needed. Thread-safe, and never waits.
 *
 * <p>What goes is for the policy to say, of a few blocks that are drawn at random ({@link Sample}):
 * no list of the blocks is kept in order, and no read has to reorder one.
 *
 * <pre>
 *              choose                        claim
 *   VISIBLE -------------&gt; VICTIM ---------------------------&gt; FILLING
 *      ^                      |
 *      +----------------------+
 *       a read that changes the policy bits
 * </pre>
 *
 * Each step is one compare-and-set of the meta word. The block's place in its class's queue is
 * added after <b>choose</b> and taken out before <b>claim</b>. So a block in state VICTIM is in the
 * queue, or about to be; one in the queue may be in any state, and is passed over unless it is a
 * victim.
 */
public final class VictimSelection {
  private static final int MAX_DRAWS = 8;

  /** Samples that a thread draws at most before it goes on; the next one carries on. */
  private static final int MAX_SAMPLES = 4;

  /**
   * Of so many candidates one is chosen: of a whole sample the best few. They are as good, in the
   * mean, as the best of as many smaller samples, and spread less.
   */
  private static final int CANDIDATES = 48;

  private final SlotTable slots;
  private final BucketPool pool;
  private final Evictor evictor;
  private volatile PackQueue packQueue = PackQueue.NONE;
  private final AtomicLong chosenBytes = new AtomicLong();

  /** Where the next sample's numbers begin, which no other thread draws slots by. */
  private final AtomicLong draws = new AtomicLong();

  public VictimSelection(StoreCore core) {
    this.slots = core.slots();
    this.pool = core.pool();
    this.evictor = core.evictor();
  }

  /** Has blocks packed instead of evicted where that frees more for what it costs. */
  public void setPackQueue(PackQueue queue) {
    packQueue = queue;
  }

  // ---- choosing, over all classes

  /** Chooses victims for what was taken, some at a time. */
  void keepUp() {
    if (isWanted(0)) {
      choose(MAX_SAMPLES);
    }
  }

  /** Whether more than so many bytes were taken for which no victims were chosen. */
  boolean isWanted(long bytes) {
    return pool.total().surplus() < -bytes;
  }

  /**
   * Chooses victims until free slots and victims are as many bytes as are owed, and the few more
   * that the last sample has.
   *
   * @param most samples to draw at most
   * @return whether they are, or no more blocks could go
   */
  boolean choose(int most) {
    for (int i = 0; i < most; i++) {
      if (!isWanted(0) || !chooseSome()) {
        return true;
      }
    }
    return !isWanted(0);
  }

  /** Says whether any was chosen. */
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

  /** Has a block packed if that frees more for what it costs, and it may be read again. */
  private boolean isPacked(PackQueue queue, Sample sample, int i) {
    return sample.packWeight(i) > MissCost.weight(sample.bytes(i))
        && slots.policy().wasReadAgain(sample.policyBits(i))
        && !evictor.isOverQuota(sample.handle(i))
        && queue.offer(sample.handle(i), sample.meta(i));
  }

  /** Has a block evicted that is packed on its way to the lower tier, where there is one. */
  private boolean isSpilled(PackQueue queue, Sample sample, int i) {
    return sample.packWeight(i) > 0
        && evictor.spills()
        && queue.offerToSpill(sample.handle(i), sample.meta(i));
  }

  /** Has a block go next of its class, if its slot still has this meta word. */
  boolean chooseVictim(int handle, long meta) {
    // Of a block that goes meanwhile, these may be another's: then the word is another.
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

  /** Once as many bytes were chosen as there are, what classes are owed weighs half. */
  private void fade(int bytes) {
    long clock = (long) pool.liveBuckets() * BucketLayout.BUCKET_BYTES;
    long chosen = chosenBytes.addAndGet(bytes);
    if (chosen >= clock && chosenBytes.compareAndSet(chosen, 0)) {
      pool.fade();
    }
  }

  /** The first of those whose files have more than their quota; else which the policy says. */
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
   * @return its slot, which is the caller's, or {@link Handle#NONE} when none was chosen
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
   * Evicts that block of some of the class that should go first, though others should go before it:
   * the class is owed its slot.
   *
   * @param least evicts only a block whose rank is no less
   * @return its slot, which is the caller's, or {@link Handle#NONE}
   */
  int claimWorst(SizeClass sizeClass, long least) {
    for (int draw = 0; draw < MAX_DRAWS; draw++) {
      Sample sample = Sample.of(slots, sizeClass, draws.getAndAdd(Sample.DRAWS));
      if (sample.count() == 0) {
        return Handle.NONE;
      }
      Policy policy = slots.policy();
      for (int i = victim(policy, sample); i != Policy.NONE; i = victim(policy, sample)) {
        int handle = sample.handle(i);
        if (policy.rank(sample.policyBits(i)) < least && !evictor.isOverQuota(handle)) {
          return Handle.NONE;
        }
        if (claim(sizeClass, handle, sample.meta(i))) {
          sizeClass.balance().owe(sizeClass.slotBytes(), pool.maxOwed());
          return handle;
        }
        int freed = pool.takeFree(sizeClass);
        if (freed != Handle.NONE) {
          return freed;
        }
        sample.drop(i);
      }
    }
    return Handle.NONE;
  }

  /**
   * Claims a slot of the class. The block may begin in a slot of another class, or the bucket have
   * been formatted for another one since the slot was seen; once the slot is claimed, it stays as it is,
   * and so the class is compared then.
   */
  private boolean claim(SizeClass sizeClass, int handle, long meta) {
    if (!evictor.claim(handle, meta)) {
      return false;
    }
    FormattedBucket bucket = pool.bucketOf(handle);
    if (bucket.sizeClass() == sizeClass && !bucket.isDraining()) {
      return true;
    }
    pool.release(handle);
    return false;
  }
}
