package io.strata.l2.policy;

/**
 * A window in which new blocks are protected until they are read again, and which adapts its own
 * length as ARC moves its target (Megiddo and Modha, FAST 2003). It grows when a block that was
 * never read a second time returns soon after its eviction. It shrinks when a block that had been
 * read again returns: that block lost its memory to new blocks.
 *
 * <p>Thread-safe; concurrent updates may lose a step.
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
   * @param step the change of the length, in multiples of the bytes of the block that returns
   */
  AdaptiveWindow(LogicalClock clock, float step) {
    this.clock = clock;
    this.step = step;
    this.length = MIN_SHARE * clock.capacity();
  }

  /** Returns the length, in units of {@link LogicalClock}. */
  float length() {
    return length;
  }

  /** Lengthens the window: a block of this size was evicted too early. */
  void lengthen(int bytes) {
    float units = clock.unitsOf(bytes);
    count(tooShort + units, tooLong);
    move(units * factor(tooShort, tooLong));
  }

  /** Shortens the window: a block of this size was evicted in favor of new ones. */
  void shorten(int bytes) {
    float units = clock.unitsOf(bytes);
    count(tooShort, tooLong + units);
    move(-units * factor(tooLong, tooShort));
  }

  /**
   * Returns by how much a change in one direction is amplified. The rarer direction is amplified so
   * that both weigh the same, as in ARC. The more frequent one is amplified up to five times if
   * more than three quarters agree, as after the load has moved to other blocks.
   */
  private static float factor(float same, float opposite) {
    float agree = same / (same + opposite);
    return Math.max(opposite / same, 1 + Math.max(0, 16 * (agree - 0.75f)));
  }

  private void move(float units) {
    float max = MAX_SHARE * clock.capacity();
    length = Math.max(MIN_SHARE * clock.capacity(), Math.min(max, length + step * units));
  }

  /** Sets both counts, halved when they add up to a capacity. */
  private void count(float shorter, float longer) {
    float weight = shorter + longer > clock.capacity() ? 0.5f : 1;
    tooShort = weight * shorter;
    tooLong = weight * longer;
  }
}
