package io.strata.replay.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Mean hit ratios and byte hit ratios of all traces of blocks of different lengths, in percent, as
 * a table in Markdown: a row for each policy, the best first by hits; two columns for each size,
 * for the mean of the sizes that every policy has, and for the trace and size at which the policy
 * is furthest below LRU, or least above. A dash where a policy makes no cache so small.
 */
public final class BytePolicyTable {
  private BytePolicyTable() {}

  /**
   * The whole table.
   *
   * @param lru what LRU is called
   */
  public static String of(List<HitRatio> ratios, String lru) {
    List<String> columns = new ArrayList<>(List.of("policy"));
    List<BothRatios> figures = new ArrayList<>();
    for (int percent : ratios.stream().map(HitRatio::percent).distinct().toList()) {
      addColumns(columns, percent + " %");
      figures.add(BothRatios.means(ofSize(ratios, percent)));
    }
    addColumns(columns, "mean");
    figures.add(BothRatios.means(Means.shared(ratios)));
    addColumns(columns, "less LRU, at worst");
    figures.add(BothRatios.leastOver(ratios, lru));
    StringBuilder table = new StringBuilder(Markdown.head(columns));
    for (String policy : Means.bestFirst(ratios)) {
      List<String> cells = new ArrayList<>(List.of(policy));
      figures.forEach(figure -> cells.addAll(figure.of(policy)));
      table.append(Markdown.row(cells));
    }
    return table.toString();
  }

  private static void addColumns(List<String> columns, String title) {
    columns.addAll(List.of(title, title + ", bytes"));
  }

  /** Of the traces in which every policy has that size; of all, where none has. */
  private static List<HitRatio> ofSize(List<HitRatio> ratios, int percent) {
    List<HitRatio> all = ratios.stream().filter(ratio -> ratio.percent() == percent).toList();
    List<HitRatio> shared =
        Means.shared(ratios).stream().filter(ratio -> ratio.percent() == percent).toList();
    return shared.isEmpty() ? all : shared;
  }
}
