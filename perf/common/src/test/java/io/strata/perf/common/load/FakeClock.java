package io.strata.perf.common.load;

/** A clock that goes on only when it is told to, or slept by. */
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
