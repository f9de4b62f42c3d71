package io.strata.perf.report;

import io.strata.perf.data.Measure;
import java.util.Locale;

/** Formats numbers; a dash stands for a missing one. */
final class Numbers {
  static final String NONE = "–";

  private Numbers() {}

  /** Formats a value with its measure's decimals, without the unit. */
  static String show(Measure measure, double value) {
    return show(value, measure.decimals());
  }

  static String show(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    boolean roundsToZero = value != 0 && text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return roundsToZero ? String.format(Locale.ROOT, "%.1g", value) : text;
  }

  /** Formats a ratio. */
  static String ratio(double value, double base) {
    return show(value / base, 2);
  }

  /** Returns which values are better, as a sentence; empty if neither are. */
  static String hint(Measure measure) {
    return switch (measure.better()) {
      case HIGHER -> "Higher is better. ";
      case LOWER -> "Lower is better. ";
      case NEITHER -> "";
    };
  }

  /** Returns title and unit, for an axis. */
  static String titled(Measure measure) {
    return measure.unit().isEmpty()
        ? measure.title()
        : measure.title() + " (" + measure.unit() + ")";
  }
}
