package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.Candidates;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.SizeClass;

/**
 * Blocks of one size class that could go: drawn at random, visible, and not pinned when they were
 * drawn. A class of few slots is drawn whole. For one thread.
 *
 * <p>A slot that holds a part of a block stands for the whole of it, which may begin in a slot of
 * another class.
 */
final class Sample implements Candidates {
  /** A class that is mostly free or pinned must not be drawn from for ever. */
  private static final int TRIES = 4 * MOST;

  private final SlotTable slots;
  private final int[] handles = new int[MOST];
  private final long[] metas = new long[MOST];
  private int count;

  private Sample(SlotTable slots) {
    this.slots = slots;
  }

  static Sample of(SlotTable slots, SizeClass sizeClass) {
    Sample sample = new Sample(slots);
    long all = sizeClass.slots();
    if (all <= MOST) {
      for (int position = 0; position < all; position++) {
        sample.add(sizeClass.slotAt(position));
      }
    } else {
      long seed = sizeClass.nextDraw();
      for (int i = 0; i < TRIES && sample.count < MOST; i++) {
        sample.add(sizeClass.slotAt(position(seed + i, all)));
      }
    }
    return sample;
  }

  /** One of so many positions, spread evenly: Steele, Lea and Flood's SplitMix (2014). */
  static long position(long turn, long all) {
    long h = turn * 0x9E3779B97F4A7C15L;
    h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return ((h >>> 32) * all) >>> 32;
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
  public int mark(int i) {
    return Meta.mark(metas[i]);
  }

  @Override
  public long key(int i) {
    return slots.key(handles[i]);
  }

  @Override
  public int bytes(int i) {
    return slots.length(handles[i]);
  }

  @Override
  public boolean remark(int i, int mark) {
    long next = Meta.marked(metas[i], mark);
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
