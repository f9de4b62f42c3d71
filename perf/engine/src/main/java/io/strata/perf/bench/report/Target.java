package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Unit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A goal for a figure of Strata: for the figure itself, or for its ratio to or its difference from
 * another figure of the same round.
 *
 * @param base the other figure; null if the goal is for the figure itself
 */
public record Target(Goal goal, @Nullable Base base) {
  /**
   * The figure to compare with.
   *
   * @param figure its name; null for the same figure
   * @param cache the cache that has the figure
   * @param label its name in tables
   * @param isDifference whether the goal is for the difference; otherwise it is for the ratio
   */
  record Base(@Nullable String figure, CacheKind cache, String label, boolean isDifference) {
    Base(@Nullable String figure, CacheKind cache, String label) {
      this(figure, cache, label, false);
    }
  }

  /** Returns the target of a minimum value. */
  public static Target atLeast(double limit) {
    return new Target(Goal.atLeast(limit), null);
  }

  /** Returns the target of a maximum value, in the unit of the figure. */
  public static Target atMost(double limit) {
    return new Target(Goal.atMost(limit), null);
  }

  /** Returns the target of a minimum ratio to the same figure of another cache. */
  public static Target atLeastTimes(double factor, CacheKind other) {
    return new Target(Goal.atLeast(factor), new Base(null, other, other.title()));
  }

  /** Returns the target of a minimum ratio to another figure of Strata. */
  public static Target atLeastTimes(double factor, String figure, String label) {
    return new Target(Goal.atLeast(factor), new Base(figure, CacheKind.STRATA, label));
  }

  /** Returns the target of a maximum ratio to another figure of Strata. */
  public static Target atMostTimes(double factor, String figure, String label) {
    return new Target(Goal.atMost(factor), new Base(figure, CacheKind.STRATA, label));
  }

  /** Returns the target of a maximum difference from the same figure of another cache. */
  public static Target atMostPlus(double difference, CacheKind other) {
    return new Target(Goal.atMost(difference), new Base(null, other, other.title(), true));
  }

  /** Returns the target as text, for a table cell. */
  String text(Unit unit) {
    if (base == null) {
      return goal.text(unit.format(goal.limit()));
    }
    return goal.text(
        base.isDifference()
            ? base.label() + " + " + unit.format(goal.limit())
            : String.format(Locale.ROOT, "%.1f × %s", goal.limit(), base.label()));
  }

  /** Returns the values that are compared with the limit. */
  Spread judged(Figures<CacheKind> figures, String figure) {
    if (base == null) {
      return figures.spread(figure, CacheKind.STRATA);
    }
    String other = base.figure() == null ? figure : base.figure();
    return base.isDifference()
        ? figures.difference(figure, CacheKind.STRATA, other, base.cache())
        : figures.ratio(figure, CacheKind.STRATA, other, base.cache());
  }

  /** Returns the ratio as text, for a table cell; empty if the goal is not for a ratio. */
  String ratio(Figures<CacheKind> figures, String figure) {
    if (base == null || base.isDifference()) {
      return "";
    }
    String ratio = judged(figures, figure).text(value -> String.format(Locale.ROOT, "%.2f", value));
    return ratio + " × " + base.label();
  }

  /** Returns the verdict, for a table cell. */
  String verdict(Figures<CacheKind> figures, String figure) {
    return goal.verdict(judged(figures, figure));
  }
}
