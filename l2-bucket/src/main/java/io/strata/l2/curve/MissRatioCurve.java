package io.strata.l2.curve;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * What the hit ratio would be at any size of an LRU cache, from the reads that are served: with how
 * much more memory it would be how much better. Thread-safe.
 *
 * <p>The estimate is that of {@link Shards}, from {@value #MAX_KEYS} keys at most, with the
 * correction that its authors call SHARDS-adj: blocks that are read very often, of which the sample
 * has too many or too few, hit at any size. For this the caller says how many reads there were. The
 * error is about one over the root of the number of keys that are tracked ({@link
 * CurveSnapshot#trackedKeys}).
 *
 * <p>Memory is less than a megabyte, whatever the cache's size, all of it taken at the start.
 *
 * <h2>How a read is counted</h2>
 *
 * <ul>
 *   <li>Nearly all reads compare the hash of their key with the threshold, and are done. The
 *       threshold alone is read, in memory of its own that is written only when it falls: each
 *       processor has a copy. The load is opaque; a thread that still sees an older threshold puts
 *       samples in vain, which {@link Shards#read} passes over.
 *   <li>A sampled read puts its key and size in the {@link SampleRing}. The lock guards the rest:
 *       whoever finds a batch in the ring, and gets the lock without waiting, counts it; nobody
 *       else is held up, and what they put meanwhile is found by the next.
 *   <li>When the ring is full, because the thread with the lock lost its processor or samples come
 *       faster than one thread can count, the sample is dropped. That depends on the moment and on
 *       no key, so it takes from all keys alike; the number of reads that the curve is drawn for is
 *       lowered by as many as were dropped.
 * </ul>
 */
public final class MissRatioCurve {
  /**
   * The share of the keys that is sampled at first while serving: with fewer blocks than can be
   * tracked, all reads would otherwise be sampled, and cost as much as a hit. The price is that the
   * curve of a cache of few blocks is drawn from few keys.
   */
  public static final double SERVING_RATE = 1.0 / 128;

  /** Sampled reads after which older ones weigh half, while serving. */
  public static final long SERVING_SAMPLES_PER_HALVING = 1 << 17;

  /** Longs so far apart do not share a cache line, nor two that are fetched together. */
  static final int PADDING = 16;

  static final int MAX_KEYS = 1 << 14;
  private static final int RING_PLACES = 1 << 10;
  private static final int BATCH = 1 << 6;

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] threshold = new long[2 * PADDING];
  private final SampleRing ring = new SampleRing(RING_PLACES);
  private final LongAdder dropped = new LongAdder();
  private final SampleRing.Taker taker = this::count;
  private final LongSupplier readsServed;
  private volatile long range;

  private final ReentrantLock lock = new ReentrantLock();
  // Under the lock:
  private final Shards shards;
  private double reads;
  private long readsSeen;
  private long droppedSeen;

  /**
   * With the settings for serving.
   *
   * @param range as of {@link #setRange}
   * @param readsServed how many reads were recorded in all, by the caller's own count; it may lag
   *     by those of this moment. Called seldom, by a thread that records or takes a snapshot; must
   *     not throw
   */
  public MissRatioCurve(long range, LongSupplier readsServed) {
    this(range, readsServed, SERVING_RATE, SERVING_SAMPLES_PER_HALVING);
  }

  /**
   * @param range as of {@link #setRange}
   * @param readsServed how many reads were recorded in all
   * @param rate the share of the keys that is sampled at first, over 0 and up to 1; it falls when
   *     there are more than can be tracked
   * @param samplesPerHalving sampled reads after which older ones weigh half, 1 or more; {@link
   *     Long#MAX_VALUE} for never
   * @throws IllegalArgumentException when one of these is out of bounds
   */
  public MissRatioCurve(long range, LongSupplier readsServed, double rate, long samplesPerHalving) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("The sampling rate is over 0 and up to 1, not " + rate);
    }
    if (samplesPerHalving < 1) {
      throw new IllegalArgumentException(
          "What was counted can weigh half after 1 read or more, not " + samplesPerHalving);
    }
    this.readsServed = readsServed;
    this.readsSeen = readsServed.getAsLong();
    this.shards = new Shards(MAX_KEYS, rate, samplesPerHalving);
    setRange(range);
    publishThreshold();
  }

  /**
   * A hash as {@link #record} needs it, the same for as long as the file has its name. One
   * multiplication alone would take blocks that lie at even steps in a file by turns, and not at
   * random; after the second, samples are as far apart as chance has it.
   */
  public static long hash(String file, long offset) {
    long h = ((long) file.hashCode() << Integer.SIZE ^ offset) * 0x9E3779B97F4A7C15L;
    return (h ^ h >>> Integer.SIZE) * 0xD6E8FEB86659FD93L;
  }

  /**
   * Records that a block was read, whether or not it was in the cache. Never waits, and allocates
   * nothing.
   *
   * @param keyHash the block's hash, the same each time, with all 64 bits well mixed: {@link #hash}
   * @param bytes what the block takes in the cache; less than 1 counts as 1
   */
  public void record(long keyHash, int bytes) {
    if (Shards.isBelow((long) LONGS.getOpaque(threshold, PADDING), keyHash)) {
      sample(keyHash, Math.max(1, bytes));
    }
  }

  private void sample(long keyHash, int bytes) {
    int samples = ring.offer(keyHash, bytes);
    if (samples > RING_PLACES) {
      dropped.increment();
    }
    if (samples >= BATCH && lock.tryLock()) {
      try {
        ring.drain(taker);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Counts a sample; under the lock. */
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

  /** Brings the number of reads that the curve is drawn for up to date; under the lock. */
  private void countReads() {
    long served = readsServed.getAsLong();
    long lost = dropped.sum();
    reads += served - readsSeen - (lost - droppedSeen) / shards.rate();
    readsSeen = served;
    droppedSeen = lost;
  }

  /**
   * Says up to which size the curve is asked for: keys that only a larger cache would hold make
   * room for others. To be called when the cache is resized; what a larger range adds is learned
   * from then on.
   *
   * @param bytes 1 or more; some multiple of the cache's size
   * @throws IllegalArgumentException when it is less
   */
  public void setRange(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("A curve of " + bytes + " bytes has no point.");
    }
    range = bytes;
  }

  /**
   * The curve as it is now. Takes some tens of microseconds and as many kilobytes; readers never
   * wait for it.
   */
  public CurveSnapshot snapshot() {
    return snapshot(1);
  }

  /**
   * The curve of a cache that compresses some of its blocks.
   *
   * @param density how many bytes of blocks each byte of its memory holds, 1 or more
   * @see #snapshot()
   */
  public CurveSnapshot snapshot(double density) {
    lock.lock();
    try {
      ring.drain(taker);
      countReads();
      return new CurveSnapshot(shards, Math.max(0, reads), range, droppedSeen, density);
    } finally {
      lock.unlock();
    }
  }
}
