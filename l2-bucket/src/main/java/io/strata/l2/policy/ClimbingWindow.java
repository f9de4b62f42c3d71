package io.strata.l2.policy;

/**
 * The length of a window that climbs towards more hits, as W-TinyLFU's does (Einziger, Eytan,
 * Friedman and Manes, Middleware 2018): it goes on in one direction for as long as that helps, in
 * steps that become smaller, and turns when it does not; when the load changes it starts again.
 *
 * <p>Nobody counts hits here. What stands for them is how many of the blocks that are drawn were
 * read within the last unit of {@link LogicalClock}: the more of all reads are hits, the more blocks
 * are read while so many bytes come in.
 *
 * <p>Thread-safe; threads that observe at once may lose some of what they saw.
 */
final class ClimbingWindow {
  private static final float MIN_SHARE = 0.01f;
  private static final float MAX_SHARE = 0.9f;
  private static final float FIRST_STEP = 0.0625f;
  private static final float DECAY = 0.98f;

  /** A change of what is observed, in its own size, that is no chance. */
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

  /** The length, in units of {@link LogicalClock}. */
  float length() {
    return length;
  }

  /** Some blocks were drawn. */
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
    float most = MAX_SHARE * clock.capacity();
    length =
        Math.max(MIN_SHARE * clock.capacity(), Math.min(most, length + next * clock.capacity()));
  }
}
