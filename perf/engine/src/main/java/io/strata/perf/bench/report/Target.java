package io.strata.perf.bench.report;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Goal;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Unit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A goal for a figure of Strata's: for the figure itself, or for its ratio or its distance to
 * another figure of the same round.
 *
 * @param base what the figure is compared with; null for the figure itself
 */
public record Target(Goal goal, @Nullable Base base) {
  /**
   * What a figure is compared with.
   *
   * @param figure its name; null for the same figure
   * @param cache whose figure
   * @param words what it is called
   * @param isDistance whether by how much the figure is more, and not how many times as much
   */
  record Base(@Nullable String figure, CacheKind cache, String words, boolean isDistance) {
    Base(@Nullable String figure, CacheKind cache, String words) {
      this(figure, cache, words, false);
    }
  }

  /** No less than a value. */
  public static Target atLeast(double limit) {
    return new Target(Goal.atLeast(limit), null);
  }

  /** No more than a value, in the figure's own unit. */
  public static Target atMost(double limit) {
    return new Target(Goal.atMost(limit), null);
  }

  /** No less than a multiple of what another cache has in the same figure. */
  public static Target atLeastTimes(double factor, CacheKind other) {
    return new Target(Goal.atLeast(factor), new Base(null, other, other.title()));
  }

  /** No less than a multiple of another figure of Strata's. */
  public static Target atLeastTimes(double factor, String figure, String words) {
    return new Target(Goal.atLeast(factor), new Base(figure, CacheKind.STRATA, words));
  }

  /** No more than a multiple of another figure of Strata's. */
  public static Target atMostTimes(double factor, String figure, String words) {
    return new Target(Goal.atMost(factor), new Base(figure, CacheKind.STRATA, words));
  }

  /** No more than what another cache has in the same figure and so much. */
  public static Target atMostPlus(double distance, CacheKind other) {
    return new Target(Goal.atMost(distance), new Base(null, other, other.title(), true));
  }

  /** Returns what must be reached, for a table's cell. */
  String text(Unit unit) {
    if (base == null) {
      return goal.text(unit.format(goal.limit()));
    }
    return goal.text(
        base.isDistance()
            ? base.words() + " + " + unit.format(goal.limit())
            : String.format(Locale.ROOT, "%.1f × %s", goal.limit(), base.words()));
  }

  /** Returns what is compared with the limit. */
  Spread judged(Figures<CacheKind> figures, String figure) {
    if (base == null) {
      return figures.spread(figure, CacheKind.STRATA);
    }
    String other = base.figure() == null ? figure : base.figure();
    return base.isDistance()
        ? figures.difference(figure, CacheKind.STRATA, other, base.cache())
        : figures.ratio(figure, CacheKind.STRATA, other, base.cache());
  }

  /** Returns the ratio, for a table's cell; empty when the figure stands there already. */
  String ratio(Figures<CacheKind> figures, String figure) {
    if (base == null || base.isDistance()) {
      return "";
    }
    String ratio = judged(figures, figure).text(value -> String.format(Locale.ROOT, "%.2f", value));
    return ratio + " × " + base.words();
  }

  /** Returns whether it was reached, for a table's cell. */
  String verdict(Figures<CacheKind> figures, String figure) {
    return goal.verdict(judged(figures, figure));
  }
}
