package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Spread;
import java.util.Locale;

/**
 * What a figure of Strata's must reach: by itself, or in proportion to another figure of the same
 * round. Judged by the median; a round that falls short is told all the same.
 */
public abstract class Goal {
  private static final String NOT_MEASURED = "–";

  private final boolean atLeast;
  private final double limit;

  private Goal(boolean atLeast, double limit) {
    this.atLeast = atLeast;
    this.limit = limit;
  }

  /** No less than a value. */
  public static Goal atLeast(double limit) {
    return new Absolute(true, limit);
  }

  /** No more than a value, in the figure's own unit. */
  public static Goal atMost(double limit) {
    return new Absolute(false, limit);
  }

  /** No less than so many times what another cache has in the same figure. */
  public static Goal atLeastTimes(double factor, CacheKind other) {
    return new OfOtherCache(factor, other);
  }

  /** No less than so many times another figure of Strata's. */
  public static Goal atLeastTimes(double factor, String figure, String words) {
    return new OfOtherFigure(true, factor, figure, words);
  }

  /** No more than so many times another figure of Strata's. */
  public static Goal atMostTimes(double factor, String figure, String words) {
    return new OfOtherFigure(false, factor, figure, words);
  }

  /** What must be reached, in a table's cell. */
  abstract String text(Unit unit);

  /** What is compared with the limit. */
  abstract Spread judged(Figures figures, String figure);

  /** What is compared, in a table's cell; empty when it stands there already. */
  abstract String ratio(Figures figures, String figure);

  /** Reached or missed, in a table's cell. */
  final String verdict(Figures figures, String figure) {
    Spread judged = judged(figures, figure);
    if (Double.isNaN(judged.median())) {
      return NOT_MEASURED;
    }
    if (!reaches(judged.median())) {
      return "**missed**";
    }
    boolean always = reaches(judged.least()) && reaches(judged.most());
    return always ? "reached" : "reached, not in every round";
  }

  private boolean reaches(double value) {
    return atLeast ? value >= limit : value <= limit;
  }

  final String limit(String value) {
    return (atLeast ? "≥ " : "≤ ") + value;
  }

  final double limit() {
    return limit;
  }

  private static String times(Spread spread) {
    if (Double.isNaN(spread.median())) {
      return NOT_MEASURED;
    }
    return spread.least() == spread.most()
        ? String.format(Locale.ROOT, "%.2f", spread.median())
        : String.format(
            Locale.ROOT, "%.2f (%.2f–%.2f)", spread.median(), spread.least(), spread.most());
  }

  private static final class Absolute extends Goal {
    Absolute(boolean atLeast, double limit) {
      super(atLeast, limit);
    }

    @Override
    String text(Unit unit) {
      return limit(unit.format(limit()));
    }

    @Override
    Spread judged(Figures figures, String figure) {
      return figures.spread(figure, CacheKind.STRATA);
    }

    @Override
    String ratio(Figures figures, String figure) {
      return "";
    }
  }

  private static final class OfOtherCache extends Goal {
    private final CacheKind other;

    OfOtherCache(double factor, CacheKind other) {
      super(true, factor);
      this.other = other;
    }

    @Override
    String text(Unit unit) {
      return limit(String.format(Locale.ROOT, "%.1f × %s", limit(), other.title()));
    }

    @Override
    Spread judged(Figures figures, String figure) {
      return figures.ratio(figure, CacheKind.STRATA, figure, other);
    }

    @Override
    String ratio(Figures figures, String figure) {
      return times(judged(figures, figure)) + " × " + other.title();
    }
  }

  private static final class OfOtherFigure extends Goal {
    private final String otherFigure;
    private final String words;

    OfOtherFigure(boolean atLeast, double factor, String otherFigure, String words) {
      super(atLeast, factor);
      this.otherFigure = otherFigure;
      this.words = words;
    }

    @Override
    String text(Unit unit) {
      return limit(String.format(Locale.ROOT, "%.1f × %s", limit(), words));
    }

    @Override
    Spread judged(Figures figures, String figure) {
      return figures.ratio(figure, CacheKind.STRATA, otherFigure, CacheKind.STRATA);
    }

    @Override
    String ratio(Figures figures, String figure) {
      return times(judged(figures, figure)) + " × " + words;
    }
  }
}
