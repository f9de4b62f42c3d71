package io.strata.l2.grace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Tells when every thread has left the code in which it could still touch memory that was taken out
 * of use: epoch-based reclamation (Fraser 2004), with the counters of sleepable read-copy-update
 * (McKenney 2006). Thread-safe.
 *
 * <h2>Sections</h2>
 *
 * A thread that follows references which it does not own {@linkplain #enter enters} a section
 * before and {@linkplain #exit exits} it afterwards. Sections nest, and may be left by the thread
 * that entered them only. A section never waits for one thread that frees memory.
 *
 * <h2>Grace periods</h2>
 *
 * One thread at a time takes memory out of use (no section entered later finds it), calls {@link
 * #begin}, and frees the memory once {@link #hasPassed} returns true. Memory is taken out of use
 * before {@code begin}; one period serves any amount of it.
 *
 * <h2>States and orderings</h2>
 *
 * <pre>
 *            begin                all counters of the old parity are zero
 *   quiet ----------&gt; waiting ----------------------------------------------&gt; quiet
 * </pre>
 *
 * <ul>
 *   <li><b>enter</b>: reads the epoch, adds one to the counter of its parity, and reads the epoch
 *       again. An unchanged epoch means that {@code begin} comes later in the total order of
 *       volatile accesses, so its look at that counter sees the section. A changed one means that
 *       the look may be over: the counter is taken back, and the thread tries again. It then reads
 *       the epoch that {@code begin} wrote, and so sees what was taken out of use.
 *   <li><b>exit</b>: subtracts one with release, so that whatever the section did is done before
 *       the memory is freed.
 *   <li><b>begin</b>: a volatile store of the next epoch. Two parities suffice, because the period
 *       before has passed: its counters are zero but for threads that are about to try again.
 * </ul>
 *
 * <h2>Costs</h2>
 *
 * Two atomic additions to a cache line that the thread shares with few others: counters are striped
 * by thread. {@code begin} and {@code hasPassed} read one line for each stripe.
 */
public final class ReadSections {
  private static final VarHandle COUNTER = MethodHandles.arrayElementVarHandle(long[].class);

  private static final int STRIPES_PER_PROCESSOR = 4;

  /** Two cache lines: processors fetch them in pairs. */
  private static final int LONGS_PER_STRIPE = 128 / Long.BYTES;

  private final int mask;

  /** The counters of a stripe for even epochs; those for odd ones are in the other half. */
  private final long[] counters;

  private final int half;
  private volatile long epoch;

  public ReadSections() {
    int wanted = STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    int stripes = Integer.highestOneBit(2 * wanted - 1);
    this.mask = stripes - 1;
    this.half = stripes * LONGS_PER_STRIPE;
    // One line pair of padding at either end keeps other objects off the counters' lines.
    this.counters = new long[2 * half + 2 * LONGS_PER_STRIPE];
  }

  /**
   * Enters a section.
   *
   * @return what {@link #exit} must be given exactly once
   */
  public int enter() {
    int stripe = (int) Thread.currentThread().getId() & mask;
    int even = (stripe + 1) * LONGS_PER_STRIPE;
    while (true) {
      long now = epoch;
      int counter = (now & 1) == 0 ? even : even + half;
      COUNTER.getAndAdd(counters, counter, 1L);
      if (epoch == now) {
        return counter;
      }
      COUNTER.getAndAdd(counters, counter, -1L);
    }
  }

  /** Exits a section. */
  public void exit(int section) {
    COUNTER.getAndAdd(counters, section, -1L);
  }

  /**
   * Begins a grace period; by one thread at a time, and only when the one before has passed. What
   * is to be freed was taken out of use before.
   */
  public void begin() {
    long now = epoch;
    epoch = now + 1;
  }

  /** Whether every section that was entered before the grace period began was left. */
  public boolean hasPassed() {
    int first = (epoch & 1) == 0 ? half : 0;
    for (int stripe = 0; stripe <= mask; stripe++) {
      if ((long) COUNTER.getVolatile(counters, first + (stripe + 1) * LONGS_PER_STRIPE) != 0) {
        return false;
      }
    }
    return true;
  }
}
