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
  private static final int WINDOW = 1 << LogicalClock.BITS;
  private static final int AGAIN = WINDOW << 1;
  private static final int READS_SHIFT = LogicalClock.BITS + 2;
  private static final int READS_ONE = 1 << READS_SHIFT;
  private static final int MAX_READS = FrequencySketch.MAX_COUNT;
  private static final int READS_MASK = MAX_READS << READS_SHIFT;

  /** While the main part is far from full, so many blocks for each that goes get there at once. */
  private static final int UNCONTESTED = 4;

  private final LogicalClock clock;
  private final FrequencySketch sketch;
  private final ClimbingWindow window;
  private final AtomicLong windowBytes = new AtomicLong();

  WindowTinyLfu(LogicalClock clock, ByteBuffer memory) {
    this.clock = clock;
    this.sketch = new FrequencySketch(memory);
    this.window = new ClimbingWindow(clock);
  }

  @Override
  public int onAccess(int bits) {
    int next = LogicalClock.stamped(bits, clock.now()) | (~bits & WINDOW) << 1;
    return (bits & READS_MASK) == READS_MASK ? next : next + READS_ONE;
  }

  @Override
  public int onInsert(long key, int bytes, boolean inMemory) {
    int now = clock.advance(bytes);
    sketch.add(key, 1);
    windowBytes.addAndGet(bytes);
    return now | WINDOW | (inMemory ? IN_MEMORY : 0);
  }

  @Override
  public long rank(int bits) {
    int age = clock.since(bits);
    boolean kept = (bits & (AGAIN | IN_MEMORY)) != 0 && age < clock.capacity();
    return kept ? age : age + (1L << LogicalClock.BITS);
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
    return clock.unitsOf(windowBytes.get());
  }

  /** Whether the main part is far from full, as it is at first. */
  private boolean isWindowFar() {
    return windowUnits() > 2 * window.length();
  }

  private void moveToMain(Candidates candidates, int i) {
    if (i != NONE) {
      int bytes = candidates.bytes(i);
      if (candidates.setPolicyBits(i, candidates.policyBits(i) & ~WINDOW)) {
        windowBytes.addAndGet(-bytes);
      }
    }
  }

  private int oldest(Candidates candidates, boolean main) {
    int oldest = NONE;
    long highest = -1;
    for (int i = 0; i < candidates.count(); i++) {
      int bits = candidates.policyBits(i);
      long rank = rank(bits);
      if (isInWindow(bits) != main && rank > highest) {
        highest = rank;
        oldest = i;
      }
    }
    return oldest;
  }

  /** How often a candidate was read; tells the sketch of the reads that its policy bits has counted. */
  private int frequency(Candidates candidates, int i) {
    long key = candidates.key(i);
    int reads = reads(candidates.policyBits(i));
    if (reads > 0 && candidates.setPolicyBits(i, candidates.policyBits(i) & ~READS_MASK)) {
      sketch.add(key, reads);
    }
    return sketch.count(key);
  }

  private static int reads(int bits) {
    return (bits & READS_MASK) >>> READS_SHIFT;
  }

  private static boolean isInWindow(int bits) {
    return (bits & WINDOW) != 0;
  }

  /** Reads that the sketch was told of while the block was in the window are not among these. */
  @Override
  public boolean wasReadAgain(int bits) {
    return reads(bits) > 0 || (bits & AGAIN) != 0;
  }

  @Override
  public void onEvict(long key, int bits, int bytes, boolean forRoom) {
    if (isInWindow(bits)) {
      windowBytes.addAndGet(-bytes);
    }
    if (forRoom && reads(bits) > 0) {
      sketch.add(key, reads(bits));
    }
  }

  /** Also {@code window}: which share of the bytes new blocks have for themselves. */
  @Override
  public Map<String, Double> state() {
    return Map.of(
        "turnovers", clock.turnovers(), "window", clock.turnoversOf(window.length()));
  }
}
