package io.strata.flash.admit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A token bucket of bytes to write, which refills at a fixed rate up to {@link #SECONDS} seconds'
 * worth. Thread-safe and lock-free.
 *
 * <p>Blocks known to be read again may use the whole bucket, other blocks only its upper half: when
 * the rate is limited, likely hits have priority. A request is granted in full if its part of the
 * bucket is not empty. The bucket may become negative by that, and refills to above zero before the
 * next grant, so the long-term rate is never exceeded.
 *
 * <p>The state is one word: the time until which the bytes taken so far are paid for, at the
 * configured rate. The bucket is full if that time is past, and empty if it is {@link #SECONDS}
 * ahead. Taking bytes moves it ahead by compare-and-set, starting from now if it was past. The
 * passing of time refills the bucket without a write.
 */
public final class WriteRateLimiter {
  /**
   * The time to refill an empty bucket; a flush or a compaction is a burst of about this length.
   */
  public static final int SECONDS = 10;

  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(SECONDS);
  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

  /** 0 for no limit. Each call reads it once. */
  private volatile long bytesPerSecond;

  private final LongSupplier nanoTime;
  private final AtomicLong paidUntil;

  /**
   * Creates a full bucket.
   *
   * @param bytesPerSecond 0 for no limit
   * @param nanoTime a clock in nanoseconds, as {@link System#nanoTime}
   */
  public WriteRateLimiter(long bytesPerSecond, LongSupplier nanoTime) {
    this.bytesPerSecond = bytesPerSecond;
    this.nanoTime = nanoTime;
    this.paidUntil = new AtomicLong(bytesPerSecond == 0 ? 0 : nanoTime.getAsLong());
  }

  /**
   * Sets the rate from now on. Bytes taken before stay paid for as the old rate computed; if there
   * was no limit, the bucket is full.
   *
   * @param bytes per second; 0 for no limit
   */
  public void setRate(long bytes) {
    if (bytesPerSecond == 0) {
      paidUntil.set(nanoTime.getAsLong());
    }
    bytesPerSecond = bytes;
  }

  /**
   * Takes bytes if there are any.
   *
   * @param bytes 1 up to the size of the largest region
   * @param readAgain whether the whole bucket may be used, or only its upper half
   * @return false if nothing was taken
   */
  public boolean take(int bytes, boolean readAgain) {
    long rate = bytesPerSecond;
    return rate == 0 || spend(bytes, rate, readAgain ? FULL_NANOS : FULL_NANOS / 2);
  }

  /** Takes bytes that are written in any case, whether the bucket has them or not. */
  public void force(int bytes) {
    long rate = bytesPerSecond;
    if (rate != 0) {
      spend(bytes, rate, Long.MAX_VALUE);
    }
  }

  /** Returns bytes that were taken but are not written. */
  public void giveBack(int bytes) {
    long rate = bytesPerSecond;
    if (rate != 0) {
      paidUntil.addAndGet(-nanosOf(bytes, rate));
    }
  }

  private boolean spend(int bytes, long rate, long maxSpent) {
    long now = nanoTime.getAsLong();
    long before;
    long from;
    do {
      before = paidUntil.get();
      // Times may overflow, so compare by difference.
      from = before - now > 0 ? before : now;
      if (from - now >= maxSpent) {
        return false;
      }
    } while (!paidUntil.compareAndSet(before, from + nanosOf(bytes, rate)));
    return true;
  }

  /** Rounds up: no byte is free at any rate. */
  private static long nanosOf(int bytes, long rate) {
    return 1 + (bytes * NANOS - 1) / rate;
  }
}
