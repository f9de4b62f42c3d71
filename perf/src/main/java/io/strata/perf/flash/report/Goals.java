package io.strata.perf.flash.report;

import io.strata.perf.common.MarkdownTable;
import io.strata.perf.common.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What was aimed at, and whether it was reached. One thread's. */
final class Goals {
  private record Goal(
      String measure, String limit, String measured, String most, boolean reached) {}

  private final List<Goal> goals = new ArrayList<>();

  /**
   * Adds a ratio that shall be so high.
   *
   * @param values of each round, in the numerator
   * @param others of the same rounds
   * @param most what the numerator could be if the engine lost no time, of the same rounds; empty
   *     if not known
   * @return the median of the rounds' ratios
   */
  double ratio(
      String measure, double least, List<Double> values, List<Double> others, List<Double> most) {
    Spread spread = ratios(values, others);
    String range =
        values.size() > 1
            ? String.format(Locale.ROOT, " (%.2f–%.2f)", spread.least(), spread.most())
            : "";
    goals.add(
        new Goal(
            measure,
            "≥ " + String.format(Locale.ROOT, "%.1f ×", least),
            Formats.times(spread.median()) + range,
            most.isEmpty() ? "" : Formats.times(ratios(most, others).median()),
            spread.median() >= least));
    return spread.median();
  }

  private static Spread ratios(List<Double> values, List<Double> others) {
    return Spread.of(
        IntStream.range(0, Math.min(values.size(), others.size()))
            .mapToDouble(i -> values.get(i) / others.get(i)));
  }

  /** Adds a value that shall be no lower. */
  void atLeast(String measure, double limit, double value, String unit) {
    goals.add(new Goal(measure, "≥ " + words(limit, unit), words(value, unit), "", value >= limit));
  }

  /** Adds a value that shall be no higher. */
  void atMost(String measure, double limit, double value, String unit) {
    goals.add(new Goal(measure, "≤ " + words(limit, unit), words(value, unit), "", value <= limit));
  }

  private static String words(double value, String unit) {
    String format = value < 100 && value != Math.rint(value) ? "%,.1f %s" : "%,.0f %s";
    return String.format(Locale.ROOT, format, value, unit);
  }

  /** The table; without a row if nothing was added. */
  String text() {
    MarkdownTable table =
        new MarkdownTable("measure", "aim", "measured", "the disk alone", "verdict");
    for (Goal each : goals) {
      table.add(
          each.measure,
          each.limit,
          each.measured,
          each.most,
          each.reached ? "reached" : "**missed**");
    }
    return table.text();
  }

  /** Measures whose goal was missed. */
  List<String> missed() {
    return goals.stream().filter(goal -> !goal.reached).map(Goal::measure).toList();
  }
}
