package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.Candidates;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;

/**
 * Blocks that could go, of one size class or of all: drawn at random, each slot's bytes as likely
 * as any other's, visible, and not pinned when they were drawn. A class of few slots is drawn
 * whole. For one thread.
 *
 * <p>A slot that holds a part of a block stands for the whole of it, which may begin in a slot of
 * another class.
 */
final class Sample implements Candidates {
  /** A class that is mostly free or pinned must not be drawn from for ever. */
  private static final int TRIES = 4 * MAX_COUNT;

  /** Numbers that a sample may draw by, from its seed on. */
  static final int DRAWS = 1 << 10;

  private final SlotTable slots;
  private final int packWeight;
  private final int[] handles = new int[MAX_COUNT];
  private final long[] metas = new long[MAX_COUNT];
  private int count;

  private Sample(SlotTable slots, int packWeight) {
    this.slots = slots;
    this.packWeight = packWeight;
  }

  /**
   * Of all classes, those left out that were chosen to go already. Drawn first and looked at then,
   * so that a processor has several of the headers under way at once: in a large cache, each is a
   * miss of all its caches.
   *
   * @param seed the first of {@value #DRAWS} numbers to draw by
   * @param packWeight of those that can be packed; 0 when none is to be
   */
  static Sample ofAll(SlotTable slots, BucketPool pool, long seed, int packWeight) {
    Sample sample = new Sample(slots, packWeight);
    for (int tries = 0; tries < TRIES && sample.count < MAX_COUNT; tries += MAX_COUNT) {
      int from = sample.count;
      int to = sample.draw(pool, seed + tries);
      for (int i = from; i < to; i++) {
        sample.metas[i] = slots.meta(sample.handles[i]);
      }
      for (int i = from; i < to; i++) {
        sample.keep(sample.handles[i], sample.metas[i]);
      }
    }
    return sample;
  }

  /** Draws slots to the places that are left; returns where they end. */
  private int draw(BucketPool pool, long seed) {
    int buckets = pool.buckets();
    int end = count;
    for (int i = count; i < MAX_COUNT; i++) {
      long draw = hash(seed + i);
      int bucket = scale(draw >>> 32, buckets);
      int slotCount = pool.slotCount(bucket);
      if (slotCount > 0) {
        handles[end++] = Handle.of(bucket, scale(draw & 0xFFFF_FFFFL, slotCount));
      }
    }
    return end;
  }

  /** Has a slot that was drawn, or the first of its block, take the next place if it can go. */
  private void keep(int slot, long seen) {
    int handle = slot;
    long meta = seen;
    if (Meta.state(meta) == Meta.PART) {
      handle = slots.firstOf(slot);
      meta = handle == Handle.NONE ? 0 : slots.meta(handle);
    }
    if (Meta.isVisible(meta) && Meta.pins(meta) == 0 && !Meta.isVictim(meta)) {
      handles[count] = handle;
      metas[count++] = meta;
    }
  }

  /**
   * Of one class.
   *
   * @param seed as of {@link #ofAll}
   */
  static Sample of(SlotTable slots, SizeClass sizeClass, long seed) {
    Sample sample = new Sample(slots, 0);
    long all = sizeClass.slots();
    if (all <= MAX_COUNT) {
      for (int position = 0; position < all; position++) {
        sample.add(sizeClass.slotAt(position));
      }
    } else {
      for (int i = 0; i < TRIES && sample.count < MAX_COUNT; i++) {
        sample.add(sizeClass.slotAt(position(seed + i, all)));
      }
    }
    return sample;
  }

  /** One of so many positions, spread evenly. */
  static long position(long turn, long all) {
    return ((hash(turn) >>> 32) * all) >>> 32;
  }

  private static int scale(long draw, int all) {
    return (int) ((draw * all) >>> 32);
  }

  /** The numbers of Steele, Lea and Flood's SplitMix (2014). */
  private static long hash(long turn) {
    long h = turn * 0x9E3779B97F4A7C15L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  private void add(int slot) {
    int handle = holder(slots, slot);
    if (handle != Handle.NONE) {
      long meta = slots.meta(handle);
      if (Meta.isVisible(meta) && Meta.pins(meta) == 0) {
        handles[count] = handle;
        metas[count++] = meta;
      }
    }
  }

  /** The slot that stands for the block that a slot holds, or holds a part of. */
  static int holder(SlotTable slots, int slot) {
    if (slot == Handle.NONE || Meta.isVisible(slots.meta(slot))) {
      return slot;
    }
    return slots.firstOf(slot);
  }

  @Override
  public int count() {
    return count;
  }

  /** The slot that stands for one of them. */
  int handle(int i) {
    return handles[i];
  }

  /** Its meta word, as it was when it was drawn, or marked anew. */
  long meta(int i) {
    return metas[i];
  }

  @Override
  public int policyBits(int i) {
    return Meta.policyBits(metas[i]);
  }

  @Override
  public long key(int i) {
    return slots.key(handles[i]);
  }

  @Override
  public int bytes(int i) {
    return slots.length(handles[i]);
  }

  /** May be another block's when the slot has changed hands. */
  @Override
  public int packWeight(int i) {
    return packWeight > 0
            && slots.mayBePacked(handles[i])
            && slots.length(handles[i]) <= SizeClasses.LARGEST_LEARNT
        ? packWeight
        : 0;
  }

  @Override
  public boolean setPolicyBits(int i, int bits) {
    long next = Meta.withPolicyBits(metas[i], bits);
    if (!slots.compareAndSetMeta(handles[i], metas[i], next)) {
      return false;
    }
    metas[i] = next;
    return true;
  }

  /** Takes one of them out, because it could not be evicted. */
  void drop(int i) {
    count--;
    handles[i] = handles[count];
    metas[i] = metas[count];
  }
}
