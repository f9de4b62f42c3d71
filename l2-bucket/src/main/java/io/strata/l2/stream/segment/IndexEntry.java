package io.strata.l2.stream.segment;

import io.strata.l2.stream.StreamCache;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Neighbouring bytes of a segment that are one entry of the cache.
 *
 * <pre>
 *            appended to
 *             +------+
 *             v      |
 *   new --&gt; in the cache --------------------&gt; gone
 *                      evicted, truncated
 * </pre>
 *
 * Its <i>place</i>, the address in the cache and the length in one word, changes by compare-and-set
 * alone, and never back to what it was: the length grows until it is gone. So of an append and an
 * eviction that meet one wins, and an eviction wins only over the bytes that it looked at. Whoever
 * finds the same place before and after he asked the cache for a view has a view of this entry.
 */
final class IndexEntry {
  /** The place of one that is in the cache no more. */
  static final long GONE = place(StreamCache.NONE, 0);

  private static final VarHandle PLACE;

  static {
    try {
      PLACE = MethodHandles.lookup().findVarHandle(IndexEntry.class, "place", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long offset;
  private volatile long place;

  /** Read and written by whoever uses it: a use that is lost was not the last. */
  private volatile int generation;

  IndexEntry(long offset, int address, int length, int generation) {
    this.offset = offset;
    this.place = place(address, length);
    this.generation = generation;
  }

  private static long place(int address, int length) {
    return (long) address << Integer.SIZE | length;
  }

  static int address(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  static int length(long place) {
    return (int) place;
  }

  /** Where in its segment it begins. */
  long offset() {
    return offset;
  }

  /** Where in its segment it ends; where it begins when it is gone. */
  long end() {
    return offset + length(place);
  }

  long place() {
    return place;
  }

  /** Goes on at another address, and longer; says whether it was still at that place. */
  boolean grow(long from, int address, int length) {
    return PLACE.compareAndSet(this, from, place(address, length));
  }

  /** Is gone; says whether it was still at that place. */
  boolean leave(long from) {
    return PLACE.compareAndSet(this, from, GONE);
  }

  /** When it was last used. */
  int generation() {
    return generation;
  }

  /** Is used now. Most uses write nothing. */
  void use(int now) {
    if (generation != now) {
      generation = now;
    }
  }
}
