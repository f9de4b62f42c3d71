package io.strata.replay.report;

import static java.util.Comparator.comparing;
import static java.util.Comparator.reverseOrder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Mean hit ratios of all traces, in percent, as a table in Markdown: a row for each policy, the
 * best first; a column for each size.
 */
public final class PolicyTable {
  private PolicyTable() {}

  /** The whole table. */
  public static String of(List<HitRatio> ratios) {
    List<Integer> percents = ratios.stream().map(HitRatio::percent).distinct().toList();
    List<String> columns = new ArrayList<>(List.of("policy"));
    percents.forEach(percent -> columns.add(percent + " %"));
    columns.add("mean");
    StringBuilder table = new StringBuilder(Markdown.head(columns));
    List<Map<String, Double>> means = new ArrayList<>();
    percents.forEach(percent -> means.add(HitRatio.means(ofSize(ratios, percent))));
    means.add(HitRatio.means(ratios));
    for (String policy : bestFirst(ratios)) {
      List<String> cells = new ArrayList<>(List.of(policy));
      means.forEach(column -> cells.add(Markdown.percent(column.getOrDefault(policy, Double.NaN))));
      table.append(Markdown.row(cells));
    }
    return table.toString();
  }

  /** The policies by their mean of all traces and sizes. */
  public static List<String> bestFirst(List<HitRatio> ratios) {
    return HitRatio.means(ratios).entrySet().stream()
        .sorted(
            comparing((Map.Entry<String, Double> mean) -> mean.getValue(), reverseOrder())
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static List<HitRatio> ofSize(List<HitRatio> ratios, int percent) {
    return ratios.stream().filter(ratio -> ratio.percent() == percent).toList();
  }
}
