package io.strata.l2.policy;

/**
 * How long a new block is given to be read again before it counts as one that will not be. The
 * length follows what comes back, as ARC moves its target (Megiddo and Modha, FAST 2003): a block
 * that went without having been read again, and comes back soon, was not given long enough; one
 * that had been read, went, and comes back, lost its place to those that were given too long.
 *
 * <p>Thread-safe; threads that change it at once may lose a step of many.
 */
final class AdaptiveWindow {
  private static final float MIN_SHARE = 0.01f;
  private static final float MAX_SHARE = 0.9f;

  private final LogicalClock clock;
  private final float step;
  private volatile float length;
  private volatile float tooShort = 1;
  private volatile float tooLong = 1;

  /**
   * @param step how many times its own bytes a block that comes back moves the length
   */
  AdaptiveWindow(LogicalClock clock, float step) {
    this.clock = clock;
    this.step = step;
    this.length = MIN_SHARE * clock.capacity();
  }

  /** The length, in units of {@link LogicalClock}. */
  float length() {
    return length;
  }

  /** A block of so many bytes was not given long enough. */
  void wasTooShort(int bytes) {
    float units = clock.unitsOf(bytes);
    count(tooShort + units, tooLong);
    move(units * factor(tooShort, tooLong));
  }

  /** A block of so many bytes had to go because new ones were given too long. */
  void wasTooLong(int bytes) {
    float units = clock.unitsOf(bytes);
    count(tooShort, tooLong + units);
    move(-units * factor(tooLong, tooShort));
  }

  /**
   * How many times its bytes a block counts, beside others that say the opposite: the rarer kind as
   * much in all as the other, as in ARC; the usual kind up to five times when more than three
   * quarters agree, as after a load has moved to other blocks.
   */
  private static float factor(float same, float opposite) {
    float agree = same / (same + opposite);
    return Math.max(opposite / same, 1 + Math.max(0, 16 * (agree - 0.75f)));
  }

  private void move(float units) {
    float most = MAX_SHARE * clock.capacity();
    length = Math.max(MIN_SHARE * clock.capacity(), Math.min(most, length + step * units));
  }

  /** What happened a turnover ago counts half. */
  private void count(float shorter, float longer) {
    float weight = shorter + longer > clock.capacity() ? 0.5f : 1;
    tooShort = weight * shorter;
    tooLong = weight * longer;
  }
}
