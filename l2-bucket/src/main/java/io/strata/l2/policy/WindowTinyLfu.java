package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * W-TinyLFU (Einziger, Friedman and Manes, ACM Transactions on Storage 2017): new blocks stand in a
 * window, and one that leaves it takes the place of the main part's least recently read block if it
 * was seen more often. The window adapts ({@link ClimbingWindow}). Thread-safe.
 *
 * <p>A read only raises a counter in the block's mark; the {@link FrequencySketch} is told of it
 * when the block is next drawn or goes. Where the original has lists, a sample is looked at here.
 *
 * <pre>
 *   22   21    16 15    12   11     10    9                    0
 * +-----+--------+--------+------+------+----------------------+
 * | mem | unused | reads  |again |window|      last read       |
 * +-----+--------+--------+------+------+----------------------+
 * </pre>
 *
 * <i>again</i>: read since it came into the main part, which goes after what was not, as in a
 * segmented LRU.
 */
final class WindowTinyLfu implements Policy {
  private static final int WINDOW = 1 << Turnover.BITS;
  private static final int AGAIN = WINDOW << 1;
  private static final int READS_SHIFT = Turnover.BITS + 2;
  private static final int READS_ONE = 1 << READS_SHIFT;
  private static final int MOST_READS = FrequencySketch.MOST;
  private static final int READS_MASK = MOST_READS << READS_SHIFT;

  /** While the main part is far from full, so many blocks for each that goes get there at once. */
  private static final int UNCONTESTED = 4;

  private final Turnover turnover;
  private final FrequencySketch sketch;
  private final ClimbingWindow window;
  private final AtomicLong windowBytes = new AtomicLong();

  WindowTinyLfu(Turnover turnover, ByteBuffer memory) {
    this.turnover = turnover;
    this.sketch = new FrequencySketch(memory);
    this.window = new ClimbingWindow(turnover);
  }

  @Override
  public int read(int mark) {
    int next = Turnover.stamped(mark, turnover.now()) | (~mark & WINDOW) << 1;
    return (mark & READS_MASK) == READS_MASK ? next : next + READS_ONE;
  }

  @Override
  public int arrive(long key, int bytes, boolean inMemory) {
    int now = turnover.advance(bytes);
    sketch.add(key, 1);
    windowBytes.addAndGet(bytes);
    return now | WINDOW | (inMemory ? IN_MEMORY : 0);
  }

  @Override
  public long rank(int mark) {
    int age = turnover.since(mark);
    boolean kept = (mark & (AGAIN | IN_MEMORY)) != 0 && age < turnover.capacity();
    return kept ? age : age + (1L << Turnover.BITS);
  }

  @Override
  public int victim(Candidates candidates) {
    window.observe(candidates);
    for (int i = 0; i < UNCONTESTED && isWindowFar(); i++) {
      moveToMain(candidates, oldest(candidates, false));
    }
    int inMain = oldest(candidates, true);
    if (windowUnits() <= window.length() && inMain != NONE) {
      return inMain;
    }
    int inWindow = oldest(candidates, false);
    if (inWindow == NONE || inMain == NONE) {
      return inWindow == NONE ? inMain : inWindow;
    }
    if (frequency(candidates, inWindow) <= frequency(candidates, inMain)) {
      return inWindow;
    }
    moveToMain(candidates, inWindow);
    return inMain;
  }

  private float windowUnits() {
    return turnover.unitsOf(windowBytes.get());
  }

  /** Whether the main part is far from full, as it is at first. */
  private boolean isWindowFar() {
    return windowUnits() > 2 * window.length();
  }

  private void moveToMain(Candidates candidates, int i) {
    if (i != NONE) {
      int bytes = candidates.bytes(i);
      if (candidates.remark(i, candidates.mark(i) & ~WINDOW)) {
        windowBytes.addAndGet(-bytes);
      }
    }
  }

  private int oldest(Candidates candidates, boolean main) {
    int oldest = NONE;
    long highest = -1;
    for (int i = 0; i < candidates.count(); i++) {
      int mark = candidates.mark(i);
      long rank = rank(mark);
      if (isInWindow(mark) != main && rank > highest) {
        highest = rank;
        oldest = i;
      }
    }
    return oldest;
  }

  /** How often a candidate was read; tells the sketch of the reads that its mark has counted. */
  private int frequency(Candidates candidates, int i) {
    long key = candidates.key(i);
    int reads = reads(candidates.mark(i));
    if (reads > 0 && candidates.remark(i, candidates.mark(i) & ~READS_MASK)) {
      sketch.add(key, reads);
    }
    return sketch.count(key);
  }

  private static int reads(int mark) {
    return (mark & READS_MASK) >>> READS_SHIFT;
  }

  private static boolean isInWindow(int mark) {
    return (mark & WINDOW) != 0;
  }

  /** Reads that the sketch was told of while the block was in the window are not among these. */
  @Override
  public boolean wasReadAgain(int mark) {
    return reads(mark) > 0 || (mark & AGAIN) != 0;
  }

  @Override
  public void gone(long key, int mark, int bytes, boolean forRoom) {
    if (isInWindow(mark)) {
      windowBytes.addAndGet(-bytes);
    }
    if (forRoom && reads(mark) > 0) {
      sketch.add(key, reads(mark));
    }
  }

  /** Also {@code window}: which share of the bytes new blocks have for themselves. */
  @Override
  public Map<String, Double> state() {
    return Map.of(
        "turnovers", turnover.turnovers(), "window", turnover.turnoversOf(window.length()));
  }
}
