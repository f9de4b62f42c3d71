package io.strata.perf.report;

import io.strata.perf.data.Measure;
import java.util.Locale;

/** How numbers are shown: a dash stands for one that there is not. */
final class Numbers {
  static final String NONE = "–";

  private Numbers() {}

  /** With the decimals that the measure deserves, without its unit. */
  static String show(Measure measure, double value) {
    return show(value, measure.decimals());
  }

  static String show(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    boolean nothingLeft = value != 0 && text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return nothingLeft ? String.format(Locale.ROOT, "%.1g", value) : text;
  }

  /** How often the base goes into the value. */
  static String ratio(double value, double base) {
    return show(value / base, 2);
  }

  /** Which of two values is better, as a sentence; empty if neither is. */
  static String hint(Measure measure) {
    return switch (measure.better()) {
      case HIGHER -> "Higher is better. ";
      case LOWER -> "Lower is better. ";
      case NEITHER -> "";
    };
  }

  /** Title and unit of a measure, as an axis names it. */
  static String titled(Measure measure) {
    return measure.unit().isEmpty()
        ? measure.title()
        : measure.title() + " (" + measure.unit() + ")";
  }
}
