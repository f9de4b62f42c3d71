package io.strata.l2.policy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * W-TinyLFU (Einziger, Friedman and Manes, ACM Transactions on Storage 2017): new blocks enter a
 * window. A block that leaves the window replaces the least recently used block of the main region
 * if it was read more often. The window adapts ({@link ClimbingWindow}). Thread-safe.
 *
 * <p>A read only increments a counter in the block's policy bits; it reaches the {@link
 * FrequencySketch} when the block is next sampled or evicted. The original's lists are replaced by
 * sampling.
 *
 * <pre>
 *   22   21    16 15    12   11     10    9                    0
 * +-----+--------+--------+------+------+----------------------+
 * | mem | unused | reads  |again |window|      last read       |
 * +-----+--------+--------+------+------+----------------------+
 * </pre>
 *
 * <i>again</i>: read since the block entered the main region; such blocks are evicted after the
 * others, as in a segmented LRU.
 */
final class WindowTinyLfu implements Policy {
  private static final int WINDOW = 1 << LogicalClock.BITS;
  private static final int AGAIN = WINDOW << 1;
  private static final int READS_SHIFT = LogicalClock.BITS + 2;
  private static final int READS_ONE = 1 << READS_SHIFT;
  private static final int MAX_READS = FrequencySketch.MAX_COUNT;
  private static final int READS_MASK = MAX_READS << READS_SHIFT;

  /** Blocks moved to the main region for each eviction while that region is far from full. */
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

  /** Returns whether the main region is far from full, as it is at first. */
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

  /** Returns the frequency of a candidate, after adding the reads in its policy bits. */
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

  /** Does not know of reads in the window that were already added to the sketch. */
  @Override
  public boolean wasReadAgain(int bits) {
    return reads(bits) > 0 || (bits & AGAIN) != 0;
  }

  @Override
  public void onEvict(long key, int bits, int bytes, boolean forCapacity) {
    if (isInWindow(bits)) {
      windowBytes.addAndGet(-bytes);
    }
    if (forCapacity && reads(bits) > 0) {
      sketch.add(key, reads(bits));
    }
  }

  /** Adds {@code window}: its length, as a share of the capacity. */
  @Override
  public Map<String, Double> state() {
    return Map.of("turnovers", clock.capacities(), "window", clock.capacitiesOf(window.length()));
  }
}
