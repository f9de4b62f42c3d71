package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * S3-FIFO (Yang et al., SOSP 2023): new blocks stand in a small queue, and those that are read
 * again while they do, or come back soon after they went from it, in the main one. Thread-safe.
 *
 * <p>There are no queues here: a mark says in which a block stands and since when, and the oldest
 * of a sample goes.
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
  private static final int IN_SMALL = 1 << Turnover.BITS;
  private static final int READS_SHIFT = Turnover.BITS + 1;
  private static final int READS_ONE = 1 << READS_SHIFT;
  private static final int READS_MASK = 3 << READS_SHIFT;

  /** A block that is read more often than this leaves the small queue for the main one. */
  private static final int FEW_READS = 1;

  private final Turnover turnover;
  private final History history;
  private final AtomicLong smallBytes = new AtomicLong();

  S3Fifo(Turnover turnover, ByteBuffer memory) {
    this.turnover = turnover;
    this.history = new History(memory);
  }

  private double smallCapacity() {
    return SMALL * turnover.capacityBytes();
  }

  @Override
  public int read(int mark) {
    return (mark & READS_MASK) == READS_MASK ? mark : mark + READS_ONE;
  }

  private static int reads(int mark) {
    return (mark & READS_MASK) >>> READS_SHIFT;
  }

  @Override
  public int arrive(long key, int bytes, boolean inMemory) {
    int now = turnover.advance(bytes);
    int mark = now | (inMemory ? IN_MEMORY : 0);
    long past = history.take(key);
    if (inMemory || (past != History.NONE && isRemembered(past, now))) {
      return mark;
    }
    smallBytes.addAndGet(bytes);
    return mark | IN_SMALL;
  }

  /** The ghost queue is as long as the main one. */
  private boolean isRemembered(long past, int now) {
    return Turnover.between(History.goneAt(past), now) < (1 - SMALL) * turnover.capacity();
  }

  @Override
  public long rank(int mark) {
    return turnover.since(mark);
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

  /** The oldest of one of the queues, or of the other if there is none of that one. */
  private int oldest(Candidates candidates, boolean fromSmall) {
    int oldest = NONE;
    long highest = -1;
    for (int i = 0; i < candidates.count(); i++) {
      int mark = candidates.mark(i);
      boolean wanted = isSmall(mark) == fromSmall;
      long rank = rank(mark) + (wanted ? 1L << Turnover.BITS : 0);
      if (rank > highest) {
        highest = rank;
        oldest = i;
      }
    }
    return oldest;
  }

  private boolean hasAnotherChance(Candidates candidates, int i) {
    int mark = candidates.mark(i);
    int reads = reads(mark);
    int kept = Turnover.stamped(mark & ~(READS_MASK | IN_SMALL), turnover.now());
    if (isSmall(mark)) {
      int bytes = candidates.bytes(i);
      if (reads > FEW_READS && candidates.remark(i, kept)) {
        smallBytes.addAndGet(-bytes);
        return true;
      }
      return false;
    }
    return reads > 0 && candidates.remark(i, kept | (reads - 1) << READS_SHIFT);
  }

  private static boolean isSmall(int mark) {
    return (mark & IN_SMALL) != 0;
  }

  /** In the main queue are those that were read again, and those of in-memory families. */
  @Override
  public boolean wasReadAgain(int mark) {
    return reads(mark) > 0 || (!isSmall(mark) && (mark & IN_MEMORY) == 0);
  }

  @Override
  public void gone(long key, int mark, int bytes, boolean forRoom) {
    if (isSmall(mark)) {
      smallBytes.addAndGet(-bytes);
      if (forRoom) {
        history.put(key, mark, turnover.now());
      }
    }
  }

  /** Also {@code small}: which share of the bytes the small queue has. */
  @Override
  public Map<String, Double> state() {
    return Map.of(
        "turnovers",
        turnover.turnovers(),
        "small",
        smallBytes.get() / (double) Math.max(1, turnover.capacityBytes()));
  }
}
