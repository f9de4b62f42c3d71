package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * What will be read again last goes, as far as the past tells: a block's <i>reuse distance</i> is
 * how much came in between its last two reads, and a block is expected again after the longer of
 * that distance and the time since its last read. LIRS (Jiang and Zhang, SIGMETRICS 2002) ranks so,
 * by the inter-reference recency, and keeps exact stacks for it; here the policy bits say it, and a
 * sample is ranked. Thread-safe.
 *
 * <pre>
 *   22     21    20   19                10 9                      0
 * +-----+--------+-----+--------------------+------------------------+
 * | mem | unused |fresh|   reuse distance   |       last read        |
 * +-----+--------+-----+--------------------+------------------------+
 * </pre>
 *
 * The distance stands there inverted, so that a bare mark has none.
 *
 * <ul>
 *   <li>A block that was not read for twice its distance is overdue: it may never be read again, as
 *       the small blocks of a table that no client reads any more. From there on its expected time
 *       grows twice as fast as its age.
 *   <li>Blocks that were read once only have no distance. They go first, and the newest of them
 *       before older ones: of a loop or a scan that is larger than the cache, the part that is in
 *       the cache stays in it.
 *   <li>But not before an {@link AdaptiveWindow} is over, in which a block may be read again.
 *   <li>What has gone is remembered for {@value #REMEMBERED} turnovers ({@link GhostTable}), so that a
 *       distance longer than the stay in the cache is known too. A block that comes back with one
 *       is <i>fresh</i> until it is read: its place is worth taking only from clearly worse ones.
 *   <li>When a block is expected again is weighed by what its bytes are worth elsewhere ({@link
 *       MissCost}): of two that are expected at the same time, the larger goes. Not those that were
 *       read once: a scan would leave its smallest blocks, and memory be formatted for these.
 *   <li>A block of an in-memory family goes by the time since its last read alone, and stays as if
 *       it had been read so many times as recently.
 * </ul>
 *
 * The measurements behind these choices are those of {@code ./strata replay}.
 */
final class ReuseDistance implements Policy {
  private static final int DISTANCE_SHIFT = LogicalClock.BITS;

  private static final int UNKNOWN = (1 << LogicalClock.BITS) - 1;
  private static final int DISTANCE_MASK = UNKNOWN << DISTANCE_SHIFT;
  private static final int FRESH = 1 << (DISTANCE_SHIFT + LogicalClock.BITS);

  /**
   * Reads of a block that follow each other within a quarter of a turnover are one. What that tells
   * of the block is as good as with a shorter time, and of a cache that mostly hits nearly every
   * read is the second of such a pair: a branch that a processor foresees, and no work behind it.
   */
  private static final int TOGETHER = LogicalClock.UNITS / 4;

  private static final int REMEMBERED = 2;
  private static final int IN_MEMORY_FACTOR = 4;
  private static final float WINDOW_STEP = 4;

  /** A fresh block's distance counts so many times. */
  private static final int FRESH_FACTOR = 3;

  /** Above every age and distance: all that were read once are worth the same, which is least. */
  private static final long READ_ONCE = 1L << 20;

  private final LogicalClock clock;
  private final GhostTable history;
  private final AdaptiveWindow window;

  ReuseDistance(LogicalClock clock, ByteBuffer memory) {
    this.clock = clock;
    this.history = new GhostTable(memory);
    this.window = new AdaptiveWindow(clock, WINDOW_STEP);
  }

  @Override
  public int onAccess(int bits) {
    int now = clock.now();
    if (LogicalClock.isWithin(TOGETHER, bits, now)) {
      return bits;
    }
    return (bits & IN_MEMORY) | withDistance(LogicalClock.between(bits, now)) | now;
  }

  private static int distance(int bits) {
    return (~bits & DISTANCE_MASK) >>> DISTANCE_SHIFT;
  }

  private static int withDistance(int distance) {
    return (UNKNOWN - distance) << DISTANCE_SHIFT;
  }

  @Override
  public int onInsert(long key, int bytes, boolean inMemory) {
    int now = clock.advance(bytes);
    int kept = inMemory ? IN_MEMORY | FRESH : FRESH;
    long past = history.take(key);
    if (past == GhostTable.NONE
        || LogicalClock.between(GhostTable.goneAt(past), now) > REMEMBERED * clock.capacity()) {
      return kept | withDistance(UNKNOWN) | now;
    }
    int bits = GhostTable.policyBits(past);
    int away = LogicalClock.between(bits, now);
    adapt(bits, away, LogicalClock.between(GhostTable.goneAt(past), now), bytes);
    return kept | withDistance(away) | now;
  }

  private void adapt(int bits, int sinceRead, int sinceGone, int bytes) {
    if (distance(bits) == UNKNOWN) {
      if (sinceRead <= clock.capacity()) {
        window.wasTooShort(bytes);
      }
    } else if (sinceGone <= clock.capacity()) {
      window.wasTooLong(bytes);
    }
  }

  @Override
  public long rank(int bits) {
    int age = clock.since(bits);
    if (age < window.length()) {
      return age - READ_ONCE;
    }
    if ((bits & IN_MEMORY) != 0) {
      return age / IN_MEMORY_FACTOR;
    }
    int distance = distance(bits);
    if (distance == UNKNOWN) {
      return READ_ONCE;
    }
    long expected = expected(age, distance);
    return (bits & FRESH) != 0 ? FRESH_FACTOR * expected : expected;
  }

  @Override
  public long expected(int bits) {
    int distance = distance(bits);
    return distance == UNKNOWN ? READ_ONCE : expected(clock.since(bits), distance);
  }

  /** Returns in how many units a block is expected again. */
  private static long expected(int age, int distance) {
    return age > 2 * distance ? 2L * (age - distance) : Math.max(age, distance);
  }

  @Override
  public int victim(Candidates candidates) {
    int worst = NONE;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < candidates.count(); i++) {
      long order = order(candidates, i);
      if (order > highest) {
        highest = order;
        worst = i;
      }
    }
    return worst;
  }

  /** The higher, the sooner: first those that were read once, last those of the window. */
  private long order(Candidates candidates, int i) {
    int bits = candidates.policyBits(i);
    long rank = rank(bits);
    if (rank == READ_ONCE) {
      // The newest of them.
      return READ_ONCE * MissCost.MAX_WEIGHT - clock.since(bits);
    }
    int weight = Math.max(MissCost.weight(candidates.bytes(i)), candidates.packWeight(i));
    return rank < 0 ? rank : rank * weight;
  }

  @Override
  public boolean wasReadAgain(int bits) {
    return distance(bits) != UNKNOWN;
  }

  @Override
  public void onEvict(long key, int bits, int bytes, boolean forRoom) {
    if (forRoom) {
      history.put(key, bits, clock.now());
    }
  }

  /** Also {@code window}: how many turnovers a new block is given to be read again. */
  @Override
  public Map<String, Double> state() {
    return Map.of(
        "turnovers", clock.turnovers(), "window", clock.turnoversOf(window.length()));
  }
}
