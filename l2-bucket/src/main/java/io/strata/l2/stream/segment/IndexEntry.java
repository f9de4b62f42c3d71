package io.strata.l2.stream.segment;

import io.strata.l2.stream.StreamCache;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Consecutive bytes of a segment that form one entry of the cache.
 *
 * <pre>
 *            appended to
 *             +------+
 *             v      |
 *   new --&gt; in the cache --------------------&gt; removed
 *                      evicted, truncated
 * </pre>
 *
 * Its <i>location</i>, the address in the cache and the length in one word, changes by
 * compare-and-set only, and never back to an earlier value, because the length grows until the
 * entry is removed. So of a concurrent append and eviction one wins, and an eviction wins only over
 * the bytes that it examined. A thread that finds the same location before and after it gets a view
 * from the cache has a view of this entry.
 */
final class IndexEntry {
  /** The location of an entry that is no longer in the cache. */
  static final long REMOVED = location(StreamCache.NONE, 0);

  private static final VarHandle LOCATION;

  static {
    try {
      LOCATION = MethodHandles.lookup().findVarHandle(IndexEntry.class, "location", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long offset;
  private volatile long location;

  /** Racy: if a use is lost, there was a later one. */
  private volatile int generation;

  IndexEntry(long offset, int address, int length, int generation) {
    this.offset = offset;
    this.location = location(address, length);
    this.generation = generation;
  }

  private static long location(int address, int length) {
    return (long) address << Integer.SIZE | length;
  }

  static int address(long location) {
    return (int) (location >>> Integer.SIZE);
  }

  static int length(long location) {
    return (int) location;
  }

  /** Returns the offset in the segment where it begins. */
  long offset() {
    return offset;
  }

  /** Returns the offset in the segment where it ends; where it begins if it is removed. */
  long end() {
    return offset + length(location);
  }

  long location() {
    return location;
  }

  /** Sets a new address and length, if the location is as expected; returns whether it was. */
  boolean grow(long from, int address, int length) {
    return LOCATION.compareAndSet(this, from, location(address, length));
  }

  /** Marks the entry as removed, if the location is as expected; returns whether it was. */
  boolean retire(long from) {
    return LOCATION.compareAndSet(this, from, REMOVED);
  }

  /** Returns the generation of its last use. */
  int generation() {
    return generation;
  }

  /** Records a use; most uses write nothing. */
  void use(int now) {
    if (generation != now) {
      generation = now;
    }
  }
}
