package io.strata.perf.common;

/**
 * A limit that the median of a figure must reach.
 *
 * @param atLeast whether more is better
 * @param limit the least value that reaches it, or the most
 */
public record Goal(boolean atLeast, double limit) {
  /** No less than a value. */
  public static Goal atLeast(double limit) {
    return new Goal(true, limit);
  }

  /** No more than a value. */
  public static Goal atMost(double limit) {
    return new Goal(false, limit);
  }

  /** Returns what must be reached, of a limit in words. */
  public String text(String words) {
    return (atLeast ? "≥ " : "≤ ") + words;
  }

  /** Returns whether the median misses it; not if nothing was measured. */
  public boolean isMissedBy(Spread measured) {
    return !Double.isNaN(measured.median()) && !isReachedBy(measured.median());
  }

  /** Returns the verdict for a table's cell, with a note where single rounds fall short. */
  public String verdict(Spread measured) {
    if (Double.isNaN(measured.median())) {
      return Spread.NONE;
    }
    if (isMissedBy(measured)) {
      return "**missed**";
    }
    boolean always = isReachedBy(measured.least()) && isReachedBy(measured.most());
    return always ? "reached" : "reached, not in every round";
  }

  private boolean isReachedBy(double value) {
    return atLeast ? value >= limit : value <= limit;
  }
}
