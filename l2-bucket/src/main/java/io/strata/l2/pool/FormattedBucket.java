package io.strata.l2.pool;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bucket formatted for one size class: its free slots, and whether it is being drained.
 * Thread-safe, without locks and without garbage: the thread that releases the last pin of an
 * evicted block pushes a slot here, and may be serving a request.
 *
 * <h2>States</h2>
 *
 * <pre>
 *  63              28   27  26   25      13   12       0
 * +------------------+---------+------------+-----------+
 * |        tag       |  state  | free slots | top slot  |
 * +------------------+---------+------------+-----------+
 *
 *          beginDrain             all slots free
 *   OPEN --------------&gt; DRAINING --------------&gt; EMPTY
 * </pre>
 *
 * EMPTY is final: a bucket that is formatted again gets another object, so a thread that still
 * refers to this one finds nothing in it.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The free slots are a stack (Treiber 1986) linked through their headers. State, count and top
 * change together by one compare-and-set, which decides every race: a slot cannot be popped from a
 * bucket that is being drained, and the push or the start of the drain that finds all slots free
 * empties the bucket. The tag changes with every change. Without it, a slot that is popped and
 * pushed again between two steps of a thread would let that thread install a stale second slot (the
 * ABA problem).
 */
public final class FormattedBucket extends Bag.Member {
  private static final int FIELD_BITS = 13;
  private static final long TOP_MASK = (1L << FIELD_BITS) - 1;
  private static final long FREE_ONE = 1L << FIELD_BITS;
  private static final long FREE_MASK = TOP_MASK << FIELD_BITS;
  private static final int STATE_SHIFT = 2 * FIELD_BITS;
  private static final long STATE_ONE = 1L << STATE_SHIFT;
  private static final long STATE_MASK = 3L << STATE_SHIFT;
  private static final long TAG_ONE = 1L << (STATE_SHIFT + 2);
  private static final long TAG_MASK = -TAG_ONE;
  private static final long NO_SLOT = TOP_MASK;

  private static final int OPEN = 0;
  private static final int DRAINING = 1;
  private static final int EMPTY = 2;

  /**
   * How many slots to treat in one call where a process that has just started treats all. It
   * optimizes a method once that was called often; a loop over all slots would run as it is
   * compiled first.
   */
  public static final int BATCH = 64;

  final Bucket bucket;

  /** Whether it is in the partial list of its class. */
  final AtomicBoolean partial = new AtomicBoolean();

  private final SlotTable slots;
  private final SizeClass sizeClass;
  private final int slotCount;
  private final AtomicLong word;

  /** Creates a bucket whose slots are all free, linked in order. */
  FormattedBucket(SlotTable slots, Bucket bucket, SizeClass sizeClass, int slotCount) {
    this(slots, bucket, sizeClass, slotCount, slotCount * FREE_ONE);
    for (int slot = 0; slot < slotCount; slot++) {
      slots.setNext(handle(slot), slot + 1 < slotCount ? handle(slot + 1) : Handle.NONE);
    }
  }

  private FormattedBucket(
      SlotTable slots, Bucket bucket, SizeClass sizeClass, int slotCount, long word) {
    this.slots = slots;
    this.bucket = bucket;
    this.sizeClass = sizeClass;
    this.slotCount = slotCount;
    this.word = new AtomicLong(word);
  }

  /** Creates a bucket without a free slot. */
  static FormattedBucket full(SlotTable slots, Bucket bucket, SizeClass sizeClass, int slotCount) {
    return new FormattedBucket(slots, bucket, sizeClass, slotCount, NO_SLOT);
  }

  /** Makes all slots, to none of which another thread refers, ones that the caller fills. */
  void adopt() {
    for (int from = 0; from < slotCount; from += BATCH) {
      adopt(from, Math.min(slotCount, from + BATCH));
    }
  }

  private void adopt(int from, int to) {
    for (int slot = from; slot < to; slot++) {
      slots.adopt(handle(slot));
    }
  }

  /** Returns the class for which it is formatted. */
  public SizeClass sizeClass() {
    return sizeClass;
  }

  /** Returns the number of slots. */
  public int slotCount() {
    return slotCount;
  }

  /** Returns the handle of a slot. */
  public int handle(int slot) {
    return Handle.of(bucket.index, slot);
  }

  /** Returns the number of free slots. */
  public int freeSlots() {
    return free(word.get());
  }

  /** Returns whether it is open and holds no block. */
  boolean isUnused() {
    return isUnused(word.get());
  }

  private boolean isUnused(long word) {
    return state(word) == OPEN && free(word) == slotCount;
  }

  /** Returns whether it is formatted and not being drained. */
  public boolean isOpen() {
    return state(word.get()) == OPEN;
  }

  /**
   * Returns whether its blocks are being evicted or moved, because another class needs the bucket
   * or it is to be removed.
   */
  public boolean isDraining() {
    return state(word.get()) == DRAINING;
  }

  /** Takes a free slot, or {@link Handle#NONE} if there is none or the bucket is being drained. */
  int pop() {
    while (true) {
      long seen = word.get();
      if (state(seen) != OPEN || free(seen) == 0) {
        return Handle.NONE;
      }
      int top = handle((int) (seen & TOP_MASK));
      if (word.compareAndSet(seen, after(seen, slots.next(top), free(seen) - 1))) {
        return top;
      }
    }
  }

  /** The effect of a {@link #push}. */
  enum Push {
    FREE,
    DRAINED,
    LAST_DRAINED
  }

  /**
   * Pushes a slot that became free; returns whether the bucket is open, being drained, or now
   * empty.
   */
  Push push(int handle) {
    while (true) {
      long seen = word.get();
      slots.setNext(handle, free(seen) == 0 ? Handle.NONE : handle((int) (seen & TOP_MASK)));
      long next = emptiedIfDrained(after(seen, handle, free(seen) + 1));
      if (word.compareAndSet(seen, next)) {
        return switch (state(next)) {
          case OPEN -> Push.FREE;
          case DRAINING -> Push.DRAINED;
          default -> Push.LAST_DRAINED;
        };
      }
    }
  }

  /** Returned by {@link #beginDrain} if the bucket was not open. */
  static final int NOT_OPEN = -1;

  /**
   * Begins to take the bucket from its class.
   *
   * @param used whether to do so even if it holds a block
   * @return how many of its slots were free, all of them if it is empty at once; or {@link
   *     #NOT_OPEN}
   */
  int beginDrain(boolean used) {
    while (true) {
      long seen = word.get();
      if (used ? state(seen) != OPEN : !isUnused(seen)) {
        return NOT_OPEN;
      }
      long next = emptiedIfDrained(seen + TAG_ONE + DRAINING * STATE_ONE);
      if (word.compareAndSet(seen, next)) {
        return free(seen);
      }
    }
  }

  private long emptiedIfDrained(long next) {
    boolean emptied = state(next) == DRAINING && free(next) == slotCount;
    return emptied ? (next & ~STATE_MASK) | EMPTY * STATE_ONE : next;
  }

  /** Returns the free slots, from the top; consistent only while nothing happens. */
  public int[] stack() {
    int[] all = new int[freeSlots()];
    int slot = all.length == 0 ? Handle.NONE : handle((int) (word.get() & TOP_MASK));
    for (int i = 0; i < all.length; i++) {
      all[i] = slot;
      slot = slot == Handle.NONE ? slot : slots.next(slot);
    }
    return all;
  }

  private static int state(long word) {
    return (int) ((word & STATE_MASK) >>> STATE_SHIFT);
  }

  private static int free(long word) {
    return (int) ((word & FREE_MASK) >>> FIELD_BITS);
  }

  private static long after(long seen, int top, int free) {
    long topSlot = top == Handle.NONE ? NO_SLOT : Handle.slot(top);
    return ((seen & (TAG_MASK | STATE_MASK)) + TAG_ONE) | free * FREE_ONE | topSlot;
  }
}
