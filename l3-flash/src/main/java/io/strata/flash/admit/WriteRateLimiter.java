package io.strata.flash.admit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A budget of bytes to write: it fills at so many a second, up to {@link #SECONDS} seconds' worth.
 * Thread-safe, without a lock.
 *
 * <p>Blocks of which it is known that they are read again may use all of it, others only while more
 * than half of it is there: when more is offered than may be written, what earns its place goes
 * first. Whoever finds anything there gets all that he asks for; what goes below nothing is made up
 * for before the next gets anything, so that in the long run no more is written than is allowed.
 *
 * <p>The state is one word: the time until which what was taken so far is paid for, when each byte
 * takes its share of a second. Nothing is spent when that time is past; the budget is empty when it
 * is {@link #SECONDS} ahead. Taking moves it ahead by compare-and-set, from now when it was past;
 * what passes meanwhile fills the budget without a write.
 */
public final class WriteRateLimiter {
  /** How long the budget takes to fill: bursts are as long as a flush or a compaction. */
  public static final int SECONDS = 10;

  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(SECONDS);
  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

  /** 0 when there is no limit. Whoever takes or gives back reads it once. */
  private volatile long bytesPerSecond;

  private final LongSupplier nanoTime;
  private final AtomicLong paidUntil;

  /**
   * A full budget.
   *
   * @param bytesPerSecond 0 when there is no limit
   * @param nanoTime the time in nanoseconds since some moment, as {@link System#nanoTime}
   */
  public WriteRateLimiter(long bytesPerSecond, LongSupplier nanoTime) {
    this.bytesPerSecond = bytesPerSecond;
    this.nanoTime = nanoTime;
    this.paidUntil = new AtomicLong(bytesPerSecond == 0 ? 0 : nanoTime.getAsLong());
  }

  /**
   * Allows another rate from now on. What was taken stays paid for until the time that the old one
   * set; where there was no limit, the budget is full.
   *
   * @param bytes a second; 0 for no limit
   */
  public void setRate(long bytes) {
    if (bytesPerSecond == 0) {
      paidUntil.set(nanoTime.getAsLong());
    }
    bytesPerSecond = bytes;
  }

  /**
   * Takes bytes of the budget.
   *
   * @param bytes up to those of the largest region
   * @param readAgain whether all of it may be used, or only the upper half
   * @return false when there are none: nothing was taken
   */
  public boolean take(int bytes, boolean readAgain) {
    long rate = bytesPerSecond;
    return rate == 0 || spend(bytes, rate, readAgain ? FULL_NANOS : FULL_NANOS / 2);
  }

  /** Bytes are written, whether the budget has them or not. */
  public void force(int bytes) {
    long rate = bytesPerSecond;
    if (rate != 0) {
      spend(bytes, rate, Long.MAX_VALUE);
    }
  }

  /** What was taken is not written after all. */
  public void giveBack(int bytes) {
    long rate = bytesPerSecond;
    if (rate != 0) {
      paidUntil.addAndGet(-nanosOf(bytes, rate));
    }
  }

  private boolean spend(int bytes, long rate, long mostSpent) {
    long now = nanoTime.getAsLong();
    long before;
    long from;
    do {
      before = paidUntil.get();
      // Times may overflow: only differences tell which is later.
      from = before - now > 0 ? before : now;
      if (from - now >= mostSpent) {
        return false;
      }
    } while (!paidUntil.compareAndSet(before, from + nanosOf(bytes, rate)));
    return true;
  }

  /** No byte is free, at whatever rate. */
  private static long nanosOf(int bytes, long rate) {
    return 1 + (bytes * NANOS - 1) / rate;
  }
}
