package io.strata.l2.policy;

/**
 * A window whose length climbs towards more hits, as that of W-TinyLFU does (Einziger, Eytan,
 * Friedman and Manes, Middleware 2018). It moves in one direction, in ever smaller steps, as long
 * as that helps, and turns when it does not. When the load changes it starts over.
 *
 * <p>The objective is not the hit ratio itself but the share of sampled blocks that were read
 * within the last unit of {@link LogicalClock}: the higher the hit ratio, the more blocks are read
 * for each byte inserted.
 *
 * <p>Thread-safe; concurrent observations may be lost.
 */
final class ClimbingWindow {
  private static final float MIN_SHARE = 0.01f;
  private static final float MAX_SHARE = 0.9f;
  private static final float FIRST_STEP = 0.0625f;
  private static final float DECAY = 0.98f;

  /** A relative change of the objective that is not noise. */
  private static final float CHANGED = 0.05f;

  private final LogicalClock clock;
  private volatile float length;
  private volatile float step = FIRST_STEP;
  private volatile float before = -1;
  private volatile int seen;
  private volatile int recent;
  private volatile int since;

  ClimbingWindow(LogicalClock clock) {
    this.clock = clock;
    this.length = MIN_SHARE * clock.capacity();
    this.since = clock.now();
  }

  /** Returns the length, in units of {@link LogicalClock}. */
  float length() {
    return length;
  }

  /** Observes a sample. */
  void observe(Candidates candidates) {
    int read = recent;
    for (int i = 0; i < candidates.count(); i++) {
      read += clock.since(candidates.policyBits(i)) <= 1 ? 1 : 0;
    }
    recent = read;
    int drawn = seen + candidates.count();
    seen = drawn;
    int now = clock.now();
    if (LogicalClock.between(since, now) >= clock.capacity()) {
      since = now;
      seen = 0;
      recent = 0;
      climb((float) read / drawn);
    }
  }

  private void climb(float share) {
    float change = before <= 0 ? 0 : (share - before) / before;
    before = share;
    float next = change < 0 ? -step : step;
    next = Math.abs(change) > CHANGED ? Math.copySign(FIRST_STEP, next) : DECAY * next;
    step = next;
    float max = MAX_SHARE * clock.capacity();
    length =
        Math.max(MIN_SHARE * clock.capacity(), Math.min(max, length + next * clock.capacity()));
  }
}
