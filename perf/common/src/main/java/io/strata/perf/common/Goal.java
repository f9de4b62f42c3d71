package io.strata.perf.common;

/**
 * A limit for the median of a figure.
 *
 * @param atLeast whether the limit is a minimum; otherwise it is a maximum
 * @param limit the minimum or maximum, inclusive
 */
public record Goal(boolean atLeast, double limit) {
  /** Returns the goal of a minimum value. */
  public static Goal atLeast(double limit) {
    return new Goal(true, limit);
  }

  /** Returns the goal of a maximum value. */
  public static Goal atMost(double limit) {
    return new Goal(false, limit);
  }

  /** Returns the goal as text, for a limit that is already formatted. */
  public String text(String formattedLimit) {
    return (atLeast ? "≥ " : "≤ ") + formattedLimit;
  }

  /** Returns whether the median misses the goal; false if nothing was measured. */
  public boolean isMissedBy(Spread measured) {
    return !Double.isNaN(measured.median()) && !isReachedBy(measured.median());
  }

  /** Returns the verdict for a table cell, with a note if single rounds miss the goal. */
  public String verdict(Spread measured) {
    if (Double.isNaN(measured.median())) {
      return Spread.NONE;
    }
    if (isMissedBy(measured)) {
      return "**missed**";
    }
    boolean always = isReachedBy(measured.min()) && isReachedBy(measured.max());
    return always ? "reached" : "reached, not in every round";
  }

  private boolean isReachedBy(double value) {
    return atLeast ? value >= limit : value <= limit;
  }
}
