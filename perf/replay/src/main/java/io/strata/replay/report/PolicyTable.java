package io.strata.replay.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Mean hit ratios of all traces, in percent, as a table in Markdown: a row for each policy, the
 * best first; a column for each size, one for all, one for all of the traces on which nothing was
 * tuned, and one for the trace and size at which the policy is furthest below LRU, or least above.
 */
public final class PolicyTable {
  private PolicyTable() {}

  /**
   * The whole table.
   *
   * @param lru what LRU is called
   * @param heldOut the traces on which nothing was tuned
   */
  public static String of(List<HitRatio> ratios, String lru, Set<String> heldOut) {
    List<Integer> percents = ratios.stream().map(HitRatio::percent).distinct().toList();
    List<String> columns = new ArrayList<>(List.of("policy"));
    percents.forEach(percent -> columns.add(percent + " %"));
    columns.addAll(List.of("mean", "held out", "less LRU, at worst"));
    StringBuilder table = new StringBuilder(Markdown.head(columns));
    List<Map<String, Double>> means = new ArrayList<>();
    percents.forEach(percent -> means.add(Means.of(ofSize(ratios, percent), HitRatio::ratio)));
    means.add(Means.of(ratios, HitRatio::ratio));
    means.add(
        Means.of(
            ratios.stream().filter(each -> heldOut.contains(each.trace())).toList(),
            HitRatio::ratio));
    means.add(Means.leastOver(ratios, lru, HitRatio::ratio));
    for (String policy : bestFirst(ratios)) {
      List<String> cells = new ArrayList<>(List.of(policy));
      means.forEach(column -> cells.add(Markdown.percent(column.getOrDefault(policy, Double.NaN))));
      table.append(Markdown.row(cells));
    }
    return table.toString();
  }

  /** The policies by their mean of all traces and sizes. */
  public static List<String> bestFirst(List<HitRatio> ratios) {
    return Means.bestFirst(ratios);
  }

  private static List<HitRatio> ofSize(List<HitRatio> ratios, int percent) {
    return ratios.stream().filter(ratio -> ratio.percent() == percent).toList();
  }
}
