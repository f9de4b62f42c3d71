package io.strata.replay.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Mean hit ratios of all traces of one unit, in percent, as a table in Markdown: a row for each
 * policy, the best first; a column for each size, one for all, one for all of the traces on which
 * nothing was tuned, and one for the trace and size at which the policy is furthest below LRU, or
 * least above. By bytes, each has a column of byte hit ratios beside it. Means are of the traces
 * and sizes that every policy has; a dash where a policy makes no cache so small.
 */
public final class PolicyTable {
  private PolicyTable() {}

  /**
   * The whole table.
   *
   * @param ratios of one unit, at least one
   * @param lru what LRU is called
   * @param heldOut the traces on which nothing was tuned; without any there is no such column
   */
  public static String of(List<HitRatio> ratios, String lru, Set<String> heldOut) {
    List<HitRatio> shared = Means.shared(ratios);
    Columns columns = new Columns(ratios.get(0).unit());
    for (int percent : ratios.stream().map(HitRatio::percent).distinct().toList()) {
      List<HitRatio> ofSize = ofSize(shared, percent);
      List<HitRatio> shown = ofSize.isEmpty() ? ofSize(ratios, percent) : ofSize;
      columns.add(percent + " %", ratio -> Means.of(shown, ratio));
    }
    columns.add("mean", ratio -> Means.of(shared, ratio));
    if (!heldOut.isEmpty()) {
      List<HitRatio> others =
          shared.stream().filter(each -> heldOut.contains(each.trace())).toList();
      columns.add("held out", ratio -> Means.of(others, ratio));
    }
    columns.add("less LRU, at worst", ratio -> Means.leastOver(ratios, lru, ratio));
    StringBuilder table = new StringBuilder(Markdown.head(joined("policy", columns.titles())));
    for (String policy : bestFirst(ratios)) {
      table.append(Markdown.row(joined(policy, columns.cells(policy))));
    }
    return table.toString();
  }

  private static List<String> joined(String first, List<String> others) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    return all;
  }

  /** The policies by their mean of all traces and sizes. */
  public static List<String> bestFirst(List<HitRatio> ratios) {
    return Means.bestFirst(ratios);
  }

  private static List<HitRatio> ofSize(List<HitRatio> ratios, int percent) {
    return ratios.stream().filter(ratio -> ratio.percent() == percent).toList();
  }
}
