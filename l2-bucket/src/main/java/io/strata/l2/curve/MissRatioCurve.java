package io.strata.l2.curve;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Estimates the hit ratio of an LRU cache of any size from the reads served. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * The estimate is that of {@link Shards} with up to {@value #MAX_KEYS} keys, corrected as in
 * SHARDS-adj by the same authors: reads of hot blocks, of which the sample has too many or too few,
 * count as hits at any size. For this, the caller supplies the total number of reads. The error is
 * about one over the square root of the number of tracked keys ({@link CurveSnapshot#trackedKeys}).
 *
 * <h2>Costs</h2>
 *
 * Memory is less than a megabyte for any size of cache, allocated at the start. Most reads compare
 * the hash of their key with the threshold and are done.
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li>A sampled read adds its key and size to the {@link SampleRing}. A thread that finds a batch
 *       in the ring, and gets the lock without waiting, counts it. No other thread waits; samples
 *       added meanwhile are found by the next one.
 *   <li>If the ring is full, because the thread with the lock lost its processor or samples come
 *       faster than one thread can count, the sample is dropped. That does not depend on the key,
 *       so it affects all keys alike. The number of reads that the curve represents is lowered by
 *       the number dropped.
 * </ul>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The threshold lies in cache lines of its own, written only when it falls, so that each processor
 * has a copy. Its load is opaque: a thread that sees an older threshold adds samples that {@link
 * Shards#read} skips. The lock guards the rest.
 */
public final class MissRatioCurve {
  /**
   * The initial share of sampled keys while serving. With fewer blocks than can be tracked, all
   * reads would otherwise be sampled, at the cost of a hit each. In exchange, the curve of a cache
   * with few blocks is drawn from few keys.
   */
  public static final double SERVING_RATE = 1.0 / 128;

  /** While serving, number of sampled reads after which older ones weigh half. */
  public static final long SERVING_SAMPLES_PER_HALVING = 1 << 17;

  /** Distance in longs that avoids a shared cache line, also with adjacent-line prefetch. */
  static final int PADDING = 16;

  static final int MAX_KEYS = 1 << 14;
  private static final int RING_SLOTS = 1 << 10;
  private static final int BATCH = 1 << 6;

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] threshold = new long[2 * PADDING];
  private final SampleRing ring = new SampleRing(RING_SLOTS);
  private final LongAdder dropped = new LongAdder();
  private final SampleRing.SampleConsumer counter = this::count;
  private final LongSupplier readsServed;
  private volatile long range;

  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by the lock:
  private final Shards shards;
  private double reads;
  private long readsSeen;
  private long droppedSeen;

  /**
   * Creates a curve with the settings for serving.
   *
   * @param range see {@link #setRange}
   * @param readsServed returns the total number of recorded reads by the caller's own count, which
   *     may lag slightly. Called rarely, by a thread that records or takes a snapshot; must not
   *     throw
   */
  public MissRatioCurve(long range, LongSupplier readsServed) {
    this(range, readsServed, SERVING_RATE, SERVING_SAMPLES_PER_HALVING);
  }

  /**
   * @param range see {@link #setRange}
   * @param readsServed returns the total number of recorded reads
   * @param rate the initial share of sampled keys, more than 0 and at most 1; it falls if there are
   *     more keys than can be tracked
   * @param samplesPerHalving number of sampled reads after which older ones weigh half, 1 or more;
   *     {@link Long#MAX_VALUE} for never
   * @throws IllegalArgumentException if an argument is out of range
   */
  public MissRatioCurve(long range, LongSupplier readsServed, double rate, long samplesPerHalving) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "Sampling rate " + rate + ": must be more than 0 and at most 1.");
    }
    if (samplesPerHalving < 1) {
      throw new IllegalArgumentException(
          "Samples per halving " + samplesPerHalving + ": must be 1 or more.");
    }
    this.readsServed = readsServed;
    this.readsSeen = readsServed.getAsLong();
    this.shards = new Shards(MAX_KEYS, rate, samplesPerHalving);
    setRange(range);
    publishThreshold();
  }

  /**
   * Returns a hash for {@link #record}, which is fixed for a file name and offset. A single
   * multiplication would sample blocks at regular intervals of a file; the second makes the samples
   * random.
   */
  public static long hash(String file, long offset) {
    long h = ((long) file.hashCode() << Integer.SIZE ^ offset) * 0x9E3779B97F4A7C15L;
    return (h ^ h >>> Integer.SIZE) * 0xD6E8FEB86659FD93L;
  }

  /**
   * Records a read of a block, hit or miss. Never waits, and allocates nothing.
   *
   * @param keyHash the block's {@link #hash}, with all 64 bits well mixed
   * @param bytes bytes that the block occupies in the cache; less than 1 counts as 1
   */
  public void record(long keyHash, int bytes) {
    if (Shards.isBelow((long) LONGS.getOpaque(threshold, PADDING), keyHash)) {
      sample(keyHash, Math.max(1, bytes));
    }
  }

  private void sample(long keyHash, int bytes) {
    int samples = ring.offer(keyHash, bytes);
    if (samples > RING_SLOTS) {
      dropped.increment();
    }
    if (samples >= BATCH && lock.tryLock()) {
      try {
        ring.drain(counter);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Counts a sample; called with the lock held. */
  private void count(long keyHash, int bytes) {
    long before = shards.threshold();
    boolean halve = shards.read(keyHash, bytes, range);
    if (shards.threshold() != before) {
      publishThreshold();
    }
    if (halve) {
      countReads();
      reads /= 2;
      shards.distances().halve();
    }
  }

  private void publishThreshold() {
    LONGS.setOpaque(threshold, PADDING, shards.threshold());
  }

  /** Updates the number of reads that the curve represents; called with the lock held. */
  private void countReads() {
    long served = readsServed.getAsLong();
    long lost = dropped.sum();
    reads += served - readsSeen - (lost - droppedSeen) / shards.rate();
    readsSeen = served;
    droppedSeen = lost;
  }

  /**
   * Sets the largest size for which the curve is needed: keys that only a larger cache would hold
   * are dropped first. Call this when the cache is resized; a larger range takes effect for reads
   * from then on.
   *
   * @param bytes 1 or more; some multiple of the cache's size
   * @throws IllegalArgumentException if it is less
   */
  public void setRange(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "Range of the curve: " + bytes + " bytes is too small. Use 1 or more.");
    }
    range = bytes;
  }

  /**
   * Returns the current curve. Takes some tens of microseconds and as many kilobytes; readers never
   * wait for it.
   */
  public CurveSnapshot snapshot() {
    return snapshot(1);
  }

  /**
   * Returns the current curve of a cache that compresses some of its blocks.
   *
   * @param density number of bytes of blocks per byte of its memory, 1 or more
   * @see #snapshot()
   */
  public CurveSnapshot snapshot(double density) {
    lock.lock();
    try {
      ring.drain(counter);
      countReads();
      return new CurveSnapshot(shards, Math.max(0, reads), range, droppedSeen, density);
    } finally {
      lock.unlock();
    }
  }
}
