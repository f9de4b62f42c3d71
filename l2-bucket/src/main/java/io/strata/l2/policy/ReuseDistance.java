package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Evicts the block with the longest expected time until its next read. A block's <i>reuse
 * distance</i> is the number of bytes inserted between two reads of it, in the mean of its last
 * reads. The next read is due after that distance, or later the longer the block was not read. LIRS
 * (Jiang and Zhang, SIGMETRICS 2002) ranks by the last distance alone, and keeps exact stacks; here
 * the policy bits hold the distance, and a sample is ranked. Thread-safe.
 *
 * <pre>
 *   22    21   20   19 18               10 9                      0
 * +-----+-----+-------+-------------------+------------------------+
 * | mem |fresh| count |  reuse distance   |       last read        |
 * +-----+-----+-------+-------------------+------------------------+
 * </pre>
 *
 * The distance is stored inverted, so that bare policy bits have none. The count is that of the
 * distances in the mean, up to {@value #MAX_COUNT}; from then on, each new one has a share of one
 * in {@value #MAX_COUNT}. One distance alone predicts badly which of two blocks that are read at
 * random is read more often; a longer memory follows changes too slowly.
 *
 * <ul>
 *   <li>While a block was not read for longer than its distance, the present pause counts as one
 *       more distance of the mean: if reads are independent, that is the estimate of the next.
 *   <li>A block that was not read for {@value #OVERDUE_FACTOR} distances is overdue and may never
 *       be read again, like the small blocks of a table that clients stopped reading. From then on
 *       its expected time grows faster than its age.
 *   <li>Blocks read only once have no distance. They are evicted first, newest first: of a loop or
 *       scan larger than the cache, the part that is cached stays cached.
 *   <li>New blocks are protected from that within an {@link AdaptiveWindow}.
 *   <li>Ghost entries last for {@value #GHOST_LIFETIME} capacities ({@link GhostTable}), so that a
 *       distance longer than the stay in the cache is known too. A block that returns with one is
 *       <i>fresh</i> until it is read: only clearly worse blocks are evicted for it.
 *   <li>The expected time is weighted by size ({@link MissCost}): of two blocks expected at the
 *       same time, the larger is evicted. Blocks read once are not weighted: a scan would leave its
 *       smallest blocks in the cache, and memory would be formatted for these.
 *   <li>A block of an in-memory family ranks by the time since its last read alone, divided by
 *       {@value #IN_MEMORY_FACTOR}.
 * </ul>
 *
 * The measurements behind these choices are those of {@code ./strata replay}.
 */
final class ReuseDistance implements Policy {
  private static final int DISTANCE_SHIFT = LogicalClock.BITS;
  private static final int DISTANCE_BITS = 9;

  /** The maximum distance is one less. */
  private static final int UNKNOWN = (1 << DISTANCE_BITS) - 1;

  private static final int DISTANCE_MASK = UNKNOWN << DISTANCE_SHIFT;
  private static final int COUNT_SHIFT = DISTANCE_SHIFT + DISTANCE_BITS;

  /** The maximum number of distances in the mean: what two bits can count. */
  private static final int MAX_COUNT = 3;

  private static final int FRESH = 1 << (COUNT_SHIFT + 2);

  /** Expected times have fractions of this size, so that rounding makes no two of them equal. */
  private static final int FRACTION = 4;

  private static final int OVERDUE_FACTOR = 4;

  /** How many times as fast as its age the expected time of an overdue block grows, in addition. */
  private static final int OVERDUE_GROWTH = 2;

  /**
   * Reads within a quarter of a capacity are correlated and count as one. A shorter period predicts
   * no better. In a cache that mostly hits, nearly every read is correlated with the one before:
   * one well-predicted branch and nothing else.
   */
  private static final int CORRELATED = LogicalClock.UNITS / 4;

  private static final int GHOST_LIFETIME = 2;
  private static final int IN_MEMORY_FACTOR = 4;
  private static final float WINDOW_STEP = 4;

  /** The factor on the expected time of a fresh block. */
  private static final int FRESH_FACTOR = 3;

  /** Above every age and distance: all blocks read once rank the same, and are evicted first. */
  private static final long READ_ONCE = 1L << 20;

  private final LogicalClock clock;
  private final GhostTable ghosts;
  private final AdaptiveWindow window;

  ReuseDistance(LogicalClock clock, ByteBuffer memory) {
    this.clock = clock;
    this.ghosts = new GhostTable(memory);
    this.window = new AdaptiveWindow(clock, WINDOW_STEP);
  }

  @Override
  public int onAccess(int bits) {
    int now = clock.now();
    if (LogicalClock.isWithin(CORRELATED, bits, now)) {
      return bits;
    }
    return (bits & IN_MEMORY) | withDistance(bits, LogicalClock.between(bits, now)) | now;
  }

  private static int distance(int bits) {
    return (~bits & DISTANCE_MASK) >>> DISTANCE_SHIFT;
  }

  private static int count(int bits) {
    return bits >>> COUNT_SHIFT & MAX_COUNT;
  }

  /** Returns the count and the mean distance of these bits with one distance more. */
  private static int withDistance(int bits, int distance) {
    int last = Math.min(distance, UNKNOWN - 1);
    int before = distance(bits);
    if (before == UNKNOWN) {
      return bitsOf(1, last);
    }
    int count = Math.min(count(bits) + 1, MAX_COUNT);
    return bitsOf(count, before + Math.round((float) (last - before) / count));
  }

  private static int bitsOf(int count, int distance) {
    return count << COUNT_SHIFT | (UNKNOWN - distance) << DISTANCE_SHIFT;
  }

  @Override
  public int onInsert(long key, int bytes, boolean inMemory) {
    int now = clock.advance(bytes);
    int kept = inMemory ? IN_MEMORY | FRESH : FRESH;
    long past = ghosts.take(key);
    if (past == GhostTable.NONE || isExpired(past, now)) {
      return kept | bitsOf(0, UNKNOWN) | now;
    }
    int bits = GhostTable.policyBits(past);
    int away = LogicalClock.between(bits, now);
    adapt(bits, away, LogicalClock.between(GhostTable.evictedAt(past), now), bytes);
    return kept | withDistance(bits, away) | now;
  }

  private boolean isExpired(long ghost, int now) {
    return LogicalClock.between(GhostTable.evictedAt(ghost), now)
        > GHOST_LIFETIME * clock.capacity();
  }

  private void adapt(int bits, int sinceRead, int sinceEviction, int bytes) {
    if (distance(bits) == UNKNOWN) {
      if (sinceRead <= clock.capacity()) {
        window.lengthen(bytes);
      }
    } else if (sinceEviction <= clock.capacity()) {
      window.shorten(bytes);
    }
  }

  @Override
  public long rank(int bits) {
    int age = clock.since(bits);
    if (age < window.length()) {
      return age - READ_ONCE;
    }
    if ((bits & IN_MEMORY) != 0) {
      return (long) FRACTION * age / IN_MEMORY_FACTOR;
    }
    int distance = distance(bits);
    if (distance == UNKNOWN) {
      return READ_ONCE;
    }
    long expected = expected(age, distance, count(bits));
    return (bits & FRESH) != 0 ? FRESH_FACTOR * expected : expected;
  }

  @Override
  public long expected(int bits) {
    int distance = distance(bits);
    return distance == UNKNOWN ? READ_ONCE : expected(clock.since(bits), distance, count(bits));
  }

  /** Returns after how many units a block is expected to be read again, times the fraction. */
  private static long expected(long age, long distance, int count) {
    long mean = FRACTION * (count * distance + age) / (count + 1);
    long overdue = Math.max(0, age - OVERDUE_FACTOR * distance);
    return Math.max(FRACTION * distance, mean) + FRACTION * OVERDUE_GROWTH * overdue;
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

  /** Returns the eviction priority: blocks read once come first, blocks in the window last. */
  private long order(Candidates candidates, int i) {
    int bits = candidates.policyBits(i);
    long rank = rank(bits);
    if (rank == READ_ONCE) {
      // The newest one first.
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
  public void onEvict(long key, int bits, int bytes, boolean forCapacity) {
    if (forCapacity) {
      ghosts.put(key, bits, clock.now());
    }
  }

  /** Adds {@code window}: the length of the window that protects new blocks, in capacities. */
  @Override
  public Map<String, Double> state() {
    return Map.of("turnovers", clock.capacities(), "window", clock.capacitiesOf(window.length()));
  }
}
