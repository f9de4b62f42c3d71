package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.Candidates;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.MetaLoader;
import io.strata.l2.slot.SlotTable;

/**
 * A random sample of blocks that could be evicted, of one size class or of all: visible, and not
 * pinned when they were drawn. Each byte of a slot is drawn with the same probability. A class of
 * few slots is drawn as a whole. For one thread.
 *
 * <p>A slot that holds a part of a block stands for the whole of it, which may begin in a slot of
 * another class.
 */
final class Sample implements Candidates {
  /** Bounds the draws from a class that is mostly free or pinned. */
  private static final int TRIES = 4 * MAX_COUNT;

  /** Random numbers that a sample may use, from its seed on. */
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
   * Samples all classes, except for victims. Slots are drawn first and their headers loaded
   * afterwards, many at once ({@link MetaLoader}).
   *
   * @param seed the first of {@value #DRAWS} random numbers
   * @param packWeight of blocks that can be packed; 0 if none is to be packed
   */
  static Sample ofAll(SlotTable slots, BucketPool pool, long seed, int packWeight) {
    Sample sample = new Sample(slots, packWeight);
    MetaLoader loader = new MetaLoader(slots, MAX_COUNT);
    for (int tries = 0; tries < TRIES && sample.count < MAX_COUNT; tries += MAX_COUNT) {
      int from = sample.count;
      int to = sample.draw(pool, seed + tries);
      loader.load(sample.handles, sample.metas, from, to);
      for (int i = from; i < to; i++) {
        sample.keep(sample.handles[i], sample.metas[i]);
      }
    }
    return sample;
  }

  /** Draws slots into the remaining positions; returns where they end. */
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

  /** Keeps a slot that was drawn, or the first one of its block, if it can be evicted. */
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
   * Samples one class.
   *
   * @param seed as for {@link #ofAll}
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

  /** Returns one of the positions, distributed evenly. */
  static long position(long turn, long all) {
    return ((hash(turn) >>> 32) * all) >>> 32;
  }

  private static int scale(long draw, int all) {
    return (int) ((draw * all) >>> 32);
  }

  /** Returns a number of Steele, Lea and Flood's SplitMix (2014). */
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

  /** Returns the first slot of the block that a slot holds, or holds a part of. */
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

  /** Returns the slot of a candidate. */
  int handle(int i) {
    return handles[i];
  }

  /** Returns the meta word of a candidate, as it was drawn or set since. */
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

  /** That of another block if the slot was reused. */
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

  /** Removes a candidate that could not be evicted. */
  void drop(int i) {
    count--;
    handles[i] = handles[count];
    metas[i] = metas[count];
  }
}
