package io.strata.perf.common.load;

/** A clock that advances only by {@link #passMillis} and by sleeping. */
final class FakeClock implements Clock {
  static final long MILLI = 1_000_000;

  private long now;

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void sleepUntil(long nanos) {
    now = Math.max(now, nanos);
  }

  void passMillis(long millis) {
    now += millis * MILLI;
  }
}
