package io.strata.l2.policy;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.LongConsumer;

/**
 * The clock of the policies. It counts the bytes inserted into the cache, in units of which {@value
 * #UNITS} make one capacity. While the cache only hits, the clock stands still, and so do the
 * stamps in the policy bits. Thread-safe; reading the time costs one load of a word that changes
 * {@value #UNITS} times in each capacity of insertions.
 *
 * <p>The unit follows the size of the cache, so that a capacity has as many units at any size:
 * policies compare the distances between reads with the capacity that the cache has now. Stamps
 * made before a resize stay valid. For about one capacity of insertions, the blocks that carry them
 * look younger in a cache that shrank and older in one that grew, in an unchanged order.
 *
 * <p>A stamp has {@value #BITS} bits, enough for a few tens of capacities. A block that was not
 * read for longer looks younger than it is.
 *
 * <p>All policies have a stamp in the lower bits of the policy bits: that of the last read, or in
 * {@link S3Fifo} that of the entry into the queue. A new policy takes over the clock of the old
 * one. So <i>bare</i> policy bits, which hold nothing but the stamp and the in-memory bit, tell any
 * policy about when the block was last used.
 */
public final class LogicalClock {
  /** Units in one capacity. */
  static final int UNITS = 32;

  /** Bits of a stamp. */
  static final int BITS = 10;

  private static final int MASK = (1 << BITS) - 1;

  /** The bits that mean the same to every policy. */
  private static final int BARE = MASK | Policy.IN_MEMORY;

  private static final AtomicLongFieldUpdater<LogicalClock> TIME =
      AtomicLongFieldUpdater.newUpdater(LogicalClock.class, "units");

  /** Words in two cache lines, which the processor prefetches as a pair. */
  private static final int FAR = 16;

  /**
   * The counter is the word in the middle. Every insertion changes it, so it is padded away from
   * {@link #units}, which every hit reads.
   */
  private final AtomicLongArray bytes = new AtomicLongArray(2 * FAR + 1);

  /**
   * How inserted bytes convert to units.
   *
   * @param capacity of the cache, in bytes
   * @param fromBytes bytes inserted before this scale applied
   * @param fromUnits the time at which this scale began to apply
   */
  private record Scale(long capacity, long fromBytes, long fromUnits) {
    long unitBytes() {
      return Math.max(1, capacity / UNITS);
    }

    long units(long bytes) {
      return fromUnits + Math.max(0, bytes - fromBytes) / unitBytes();
    }
  }

  private volatile Scale scale;

  /** Never decreases: an age computed after a stamp was read cannot be negative. */
  private volatile long units;

  /** Called with the time whenever it changes. */
  private final LongConsumer listener;

  /**
   * Creates a clock at zero.
   *
   * @param capacity of the cache, in bytes
   */
  public LogicalClock(long capacity) {
    this(capacity, 0, units -> {});
  }

  /**
   * Creates a clock that goes on from an earlier time.
   *
   * @param capacity of the cache, in bytes
   * @param from the time that the listener of the earlier clock was last called with
   * @param listener called with the time, in units, whenever it changes; by any thread, and not
   *     necessarily in order
   */
  public LogicalClock(long capacity, long from, LongConsumer listener) {
    this.scale = new Scale(capacity, 0, from);
    this.units = from;
    this.listener = listener;
  }

  /** Sets the capacity of the cache in bytes; one thread at a time. */
  public void setCapacity(long capacityBytes) {
    if (capacityBytes != scale.capacity) {
      scale = new Scale(capacityBytes, bytes.get(FAR), units);
    }
  }

  /** Returns the capacity of the cache in bytes. */
  long capacityBytes() {
    return scale.capacity;
  }

  /** Returns the units in one capacity, the same at any size of the cache. */
  int capacity() {
    return UNITS;
  }

  /** Returns the time, as a stamp. */
  int now() {
    return (int) units & MASK;
  }

  /** Counts inserted bytes and returns the time after them, as a stamp. */
  int advance(int more) {
    long unit = scale.units(bytes.addAndGet(FAR, more));
    if (unit > units) {
      listener.accept(TIME.accumulateAndGet(this, unit, Math::max));
    }
    return (int) unit & MASK;
  }

  /** Returns the units since the stamp in policy bits that were read before this call. */
  int since(int bits) {
    return (now() - bits) & MASK;
  }

  /** Returns the units from one stamp to a later one. */
  static int between(int from, int to) {
    return (to - from) & MASK;
  }

  /** Returns whether fewer than {@code time} units, a power of two, lie between two stamps. */
  static boolean isWithin(int time, int from, int to) {
    return ((to - from) & (MASK & -time)) == 0;
  }

  /** Returns those of the policy bits that mean the same to every policy. */
  public static int bare(int bits) {
    return bits & BARE;
  }

  /** Returns policy bits with their stamp replaced. */
  static int stamped(int bits, int stamp) {
    return (bits & ~MASK) | stamp;
  }

  /** Returns how many capacities were inserted, each as large as the cache was at that time. */
  double capacities() {
    return (double) units / UNITS;
  }

  /** Converts units to capacities. */
  double capacitiesOf(float count) {
    return count / UNITS;
  }

  /** Converts bytes to units. */
  float unitsOf(long count) {
    return (float) count / scale.unitBytes();
  }
}
