package io.strata.replay.report;

import io.strata.replay.report.HitRatio.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Columns of a table, each with a figure of the hit ratio for each policy; by bytes, each with a
 * second one beside it with the same of the byte hit ratio. Not thread-safe.
 */
final class Columns {
  private final Unit unit;
  private final List<String> titles = new ArrayList<>();
  private final List<Map<String, Double>> figures = new ArrayList<>();

  Columns(Unit unit) {
    this.unit = unit;
  }

  /**
   * Adds one, or two.
   *
   * @param figure of each policy, by a ratio
   */
  void add(String title, Function<ToDoubleFunction<HitRatio>, Map<String, Double>> figure) {
    titles.addAll(titles(title, unit));
    figures.add(figure.apply(HitRatio::ratio));
    if (unit == Unit.BYTES) {
      figures.add(figure.apply(HitRatio::byteRatio));
    }
  }

  /** What the columns of a figure are called. */
  static List<String> titles(String title, Unit unit) {
    return unit == Unit.BYTES ? List.of(title, title + ", bytes") : List.of(title);
  }

  List<String> titles() {
    return titles;
  }

  /** The cells of a policy, a dash where it has no figure. */
  List<String> cells(String policy) {
    return figures.stream()
        .map(column -> Markdown.percent(column.getOrDefault(policy, Double.NaN)))
        .toList();
  }
}
