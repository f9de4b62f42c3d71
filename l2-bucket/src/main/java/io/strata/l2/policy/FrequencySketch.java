package io.strata.l2.policy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A count-min sketch of key frequencies (Cormode and Muthukrishnan, 2005): four-bit counters,
 * sixteen to a word outside the heap. Counters are halved periodically as in TinyLFU (Einziger,
 * Friedman and Manes, 2017), so that keys do not stay popular forever. Thread-safe without locks;
 * concurrent additions may be lost.
 *
 * <p>Each addition halves at most {@value #STEP} words, so its cost does not depend on the size of
 * the sketch. A halving is complete long before the next one is due. Until then, a key with
 * counters on both sides counts as halved.
 */
final class FrequencySketch {
  /** The maximum count. */
  static final int MAX_COUNT = 15;

  private static final int ROWS = 4;
  private static final int SAMPLE_FOR_EACH_WORD = 10;

  /** Words to halve at a time. */
  private static final int STEP = 64;

  private static final long HALVES = 0x7777777777777777L;
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer words;
  private final int mask;
  private final AtomicInteger counted = new AtomicInteger();

  /** Words halved in the current halving; all of them if none is in progress. */
  private final AtomicInteger halved;

  /**
   * Creates an empty sketch.
   *
   * @param memory about one word for each block of the cache; a power of two of words
   */
  FrequencySketch(ByteBuffer memory) {
    this.words = GhostMemory.cleared(memory);
    this.mask = memory.capacity() / Long.BYTES - 1;
    this.halved = new AtomicInteger(mask + 1);
  }

  /** Adds to the count of a key. */
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
    // The thread that halves the count also starts the halving of the counters.
    if (now > SAMPLE_FOR_EACH_WORD * (mask + 1L) && counted.compareAndSet(now, now / 2)) {
      halved.set(0);
    }
    int from = halved.get();
    if (from <= mask && halved.compareAndSet(from, from + STEP)) {
      halve(from, Math.min(from + STEP, mask + 1));
    }
  }

  /** Returns the estimated count of a key, 0 to {@value #MAX_COUNT}; it errs upwards. */
  int count(long key) {
    int min = MAX_COUNT;
    for (int row = 0; row < ROWS; row++) {
      long h = hash(key, row);
      int shift = (int) (h >>> 60) << 2;
      long word = (long) LONG.getOpaque(words, ((int) h & mask) * Long.BYTES);
      min = Math.min(min, (int) (word >>> shift) & MAX_COUNT);
    }
    return min;
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
