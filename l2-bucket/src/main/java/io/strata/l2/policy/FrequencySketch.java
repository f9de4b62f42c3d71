package io.strata.l2.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often keys were seen, roughly: a count-min sketch (Cormode and Muthukrishnan, 2005) of
 * counters of four bits, sixteen to a word outside the heap, which are halved now and then as
 * TinyLFU does (Einziger, Friedman and Manes, 2017), so that what was popular long ago does not
 * stay so. Thread-safe without locks: threads that count at once may lose a count.
 *
 * <p>The counters are halved in steps of {@value #STEP} words, one for each count, so no count
 * costs more however large the sketch is. The halving is over long before the next one is due:
 * meanwhile a key whose counters lie in both parts counts as halved.
 */
final class FrequencySketch {
  /** The highest count. */
  static final int MAX_COUNT = 15;

  private static final int ROWS = 4;
  private static final int SAMPLE_FOR_EACH_WORD = 10;

  /** Words that are halved at a time. */
  private static final int STEP = 64;

  private static final long HALVES = 0x7777777777777777L;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer words;
  private final int mask;
  private final AtomicInteger counted = new AtomicInteger();

  /** How many words were halved since it was last begun; all of them when none is to be. */
  private final AtomicInteger halved;

  /**
   * Begins with nothing counted.
   *
   * @param memory a word for about each block that the cache has; a power of two of them
   */
  FrequencySketch(ByteBuffer memory) {
    this.words = GhostMemory.cleared(memory);
    this.mask = memory.capacity() / Long.BYTES - 1;
    this.halved = new AtomicInteger(mask + 1);
  }

  /** Counts a key so many times. */
  void add(long key, int times) {
    for (int row = 0; row < ROWS; row++) {
      long h = hash(key, row);
      int at = ((int) h & mask) * Long.BYTES;
      int shift = (int) (h >>> 60) << 2;
      long word = (long) LONG.getOpaque(words, at);
      long count = word >>> shift & MAX_COUNT;
      long next = Math.min(MAX_COUNT, count + times);
      LONG.setOpaque(words, at, word + ((next - count) << shift));
    }
    int now = counted.addAndGet(times);
    // The one that halves the count has all halved.
    if (now > SAMPLE_FOR_EACH_WORD * (mask + 1L) && counted.compareAndSet(now, now / 2)) {
      halved.set(0);
    }
    int from = halved.get();
    if (from <= mask && halved.compareAndSet(from, from + STEP)) {
      halve(from, Math.min(from + STEP, mask + 1));
    }
  }

  /** How often a key was counted of late, 0 to {@value #MAX_COUNT}; rather too often. */
  int count(long key) {
    int least = MAX_COUNT;
    for (int row = 0; row < ROWS; row++) {
      long h = hash(key, row);
      int shift = (int) (h >>> 60) << 2;
      long word = (long) LONG.getOpaque(words, ((int) h & mask) * Long.BYTES);
      least = Math.min(least, (int) (word >>> shift) & MAX_COUNT);
    }
    return least;
  }

  private void halve(int from, int to) {
    for (int at = from * Long.BYTES; at < to * Long.BYTES; at += Long.BYTES) {
      LONG.setOpaque(words, at, (long) LONG.getOpaque(words, at) >>> 1 & HALVES);
    }
  }

  private static long hash(long key, int row) {
    long h = (key + row) * 0x9E3779B97F4A7C15L;
    return h ^ (h >>> 32);
  }
}
