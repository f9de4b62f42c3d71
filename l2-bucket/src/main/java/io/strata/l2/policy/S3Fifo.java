package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * S3-FIFO (Yang et al., SOSP 2023): new blocks enter a small queue; blocks that are read again
 * there, or return soon after their eviction from it, enter the main queue. Thread-safe.
 *
 * <p>There are no queues in memory: the policy bits hold which queue a block is in and since when,
 * and the oldest block of a sample is evicted.
 *
 * <pre>
 *   22   21     13 12    11  10   9                    0
 * +-----+---------+--------+------+----------------------+
 * | mem | unused  | reads  |small |  in its queue since  |
 * +-----+---------+--------+------+----------------------+
 * </pre>
 */
final class S3Fifo implements Policy {
  private static final double SMALL = 0.1;
  private static final int IN_SMALL = 1 << LogicalClock.BITS;
  private static final int READS_SHIFT = LogicalClock.BITS + 1;
  private static final int READS_ONE = 1 << READS_SHIFT;
  private static final int READS_MASK = 3 << READS_SHIFT;

  /** A block that is read more often than this moves from the small queue to the main one. */
  private static final int FEW_READS = 1;

  private final LogicalClock clock;
  private final GhostTable ghosts;
  private final AtomicLong smallBytes = new AtomicLong();

  S3Fifo(LogicalClock clock, ByteBuffer memory) {
    this.clock = clock;
    this.ghosts = new GhostTable(memory);
  }

  private double smallCapacity() {
    return SMALL * clock.capacityBytes();
  }

  @Override
  public int onAccess(int bits) {
    return (bits & READS_MASK) == READS_MASK ? bits : bits + READS_ONE;
  }

  private static int reads(int bits) {
    return (bits & READS_MASK) >>> READS_SHIFT;
  }

  @Override
  public int onInsert(long key, int bytes, boolean inMemory) {
    int now = clock.advance(bytes);
    int bits = now | (inMemory ? IN_MEMORY : 0);
    long past = ghosts.take(key);
    if (inMemory || (past != GhostTable.NONE && isRecent(past, now))) {
      return bits;
    }
    smallBytes.addAndGet(bytes);
    return bits | IN_SMALL;
  }

  /** Returns whether a ghost entry is recent: the ghost queue is as long as the main one. */
  private boolean isRecent(long past, int now) {
    return LogicalClock.between(GhostTable.evictedAt(past), now) < (1 - SMALL) * clock.capacity();
  }

  @Override
  public long rank(int bits) {
    return clock.since(bits);
  }

  @Override
  public int victim(Candidates candidates) {
    boolean fromSmall = smallBytes.get() > smallCapacity();
    for (int turn = 0; turn < 2 * candidates.count(); turn++) {
      int oldest = oldest(candidates, fromSmall);
      if (oldest == NONE || !hasAnotherChance(candidates, oldest)) {
        return oldest;
      }
    }
    return oldest(candidates, fromSmall);
  }

  /** Returns the oldest of one queue, or of the other if the first has none, or NONE. */
  private int oldest(Candidates candidates, boolean fromSmall) {
    int oldest = NONE;
    long highest = -1;
    for (int i = 0; i < candidates.count(); i++) {
      int bits = candidates.policyBits(i);
      boolean wanted = isSmall(bits) == fromSmall;
      long rank = rank(bits) + (wanted ? 1L << LogicalClock.BITS : 0);
      if (rank > highest) {
        highest = rank;
        oldest = i;
      }
    }
    return oldest;
  }

  private boolean hasAnotherChance(Candidates candidates, int i) {
    int bits = candidates.policyBits(i);
    int reads = reads(bits);
    int kept = LogicalClock.stamped(bits & ~(READS_MASK | IN_SMALL), clock.now());
    if (isSmall(bits)) {
      int bytes = candidates.bytes(i);
      if (reads > FEW_READS && candidates.setPolicyBits(i, kept)) {
        smallBytes.addAndGet(-bytes);
        return true;
      }
      return false;
    }
    return reads > 0 && candidates.setPolicyBits(i, kept | (reads - 1) << READS_SHIFT);
  }

  private static boolean isSmall(int bits) {
    return (bits & IN_SMALL) != 0;
  }

  /** The main queue holds blocks that were read again, and those of in-memory families. */
  @Override
  public boolean wasReadAgain(int bits) {
    return reads(bits) > 0 || (!isSmall(bits) && (bits & IN_MEMORY) == 0);
  }

  @Override
  public void onEvict(long key, int bits, int bytes, boolean forCapacity) {
    if (isSmall(bits)) {
      smallBytes.addAndGet(-bytes);
      if (forCapacity) {
        ghosts.put(key, bits, clock.now());
      }
    }
  }

  /** Adds {@code small}: the small queue's share of the bytes. */
  @Override
  public Map<String, Double> state() {
    return Map.of(
        "turnovers",
        clock.capacities(),
        "small",
        smallBytes.get() / (double) Math.max(1, clock.capacityBytes()));
  }
}
