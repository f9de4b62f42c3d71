package io.strata.l2.policy;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.LongConsumer;

/**
 * The time that policies count: bytes that came into the cache, in units of which {@value #UNITS}
 * are as many bytes as the cache holds, which is one turnover. A cache that only hits stands still,
 * and so do the policy bits of its blocks. Thread-safe; a reader of the time pays for one load of a word
 * that changes {@value #UNITS} times in a turnover.
 *
 * <p>The unit follows the size of the cache, so that a turnover has as many units at any size: what
 * policies judge by, how far apart two reads are, is in turnovers of the cache as it is. Stamps
 * from before a resize stay: for about a turnover, the blocks that have one look younger in a cache
 * that shrank, and older in one that grew, in the same order as before.
 *
 * <p>Policy bits has room for {@value #BITS} bits of the time, some turnovers. A block that no read met
 * for longer looks younger than it is.
 *
 * <p>Policies that follow each other in one cache share its time, and all have it in the lower bits
 * of their policy bits. So a <i>bare</i> mark, which has nothing else, tells any of them when its block
 * was read last.
 */
public final class LogicalClock {
  /** Units in one turnover. */
  static final int UNITS = 32;

  /** Bits of a stamp. */
  static final int BITS = 10;

  private static final int MASK = (1 << BITS) - 1;

  /** What is left of policy bits that is bare. */
  private static final int BARE = MASK | Policy.IN_MEMORY;

  private static final AtomicLongFieldUpdater<LogicalClock> TIME =
      AtomicLongFieldUpdater.newUpdater(LogicalClock.class, "units");

  /** Words that fill the two cache lines which a processor fetches together. */
  private static final int FAR = 16;

  /**
   * The word between two others is the count, which each block that comes in changes: it must not
   * take the line of the time, which each hit reads, from other processors.
   */
  private final AtomicLongArray bytes = new AtomicLongArray(2 * FAR + 1);

  /**
   * How bytes that came in are counted in units.
   *
   * @param capacity bytes that the cache holds
   * @param fromBytes bytes that had come in when it came to hold so many
   * @param fromUnits the time then
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

  /** Only ever rises: an age that is reckoned after a stamp was read cannot be negative. */
  private volatile long units;

  /** Told of the time, each time that it changes. */
  private final LongConsumer clock;

  /**
   * @param capacity bytes that the cache holds at first
   */
  public LogicalClock(long capacity) {
    this(capacity, 0, units -> {});
  }

  /**
   * Goes on from a time.
   *
   * @param from what {@code clock} was told last
   * @param clock told of the time when it changes, in units; by any thread, perhaps of an earlier
   *     time after a later one
   */
  public LogicalClock(long capacity, long from, LongConsumer clock) {
    this.scale = new Scale(capacity, 0, from);
    this.units = from;
    this.clock = clock;
  }

  /** Says how many bytes the cache holds from now on; one thread at a time. */
  public void setCapacity(long capacityBytes) {
    if (capacityBytes != scale.capacity) {
      scale = new Scale(capacityBytes, bytes.get(FAR), units);
    }
  }

  /** How many bytes the cache holds. */
  long capacityBytes() {
    return scale.capacity;
  }

  /** How many units make a turnover, whatever the size of the cache. */
  int capacity() {
    return UNITS;
  }

  /** The time now, as a stamp. */
  int now() {
    return (int) units & MASK;
  }

  /** Bytes came in; the time, as a stamp, after them. */
  int advance(int more) {
    long unit = scale.units(bytes.addAndGet(FAR, more));
    if (unit > units) {
      clock.accept(TIME.accumulateAndGet(this, unit, Math::max));
    }
    return (int) unit & MASK;
  }

  /** Units since a stamp, which stands in the lower bits of policy bits that was read before. */
  int since(int bits) {
    return (now() - bits) & MASK;
  }

  /** Units from one stamp to a later one. */
  static int between(int from, int to) {
    return (to - from) & MASK;
  }

  /** Whether a time has not passed since a stamp; a power of two of units. */
  static boolean isWithin(int time, int from, int to) {
    return ((to - from) & (MASK & -time)) == 0;
  }

  /** Of policy bits of whatever policy, what means the same to all of them. */
  public static int bare(int bits) {
    return bits & BARE;
  }

  /** Policy bits with another stamp. */
  static int stamped(int bits, int stamp) {
    return (bits & ~MASK) | stamp;
  }

  /** How many turnovers there were, each of the cache as large as it was then. */
  double turnovers() {
    return (double) units / UNITS;
  }

  /** How many turnovers so many units are. */
  double turnoversOf(float count) {
    return count / UNITS;
  }

  /** How many units so many bytes are. */
  float unitsOf(long count) {
    return (float) count / scale.unitBytes();
  }
}
