package io.strata.replay.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/**
 * Hit ratios and byte hit ratios in percent as a table in Markdown: a row for each trace and size,
 * two columns for each policy, a dash where a policy makes no cache so small.
 */
public final class ByteTraceTable {
  private ByteTraceTable() {}

  /**
   * The whole table; the last row has the means of the sizes that every policy has.
   *
   * @param policies the columns
   */
  public static String of(List<HitRatio> ratios, List<String> policies) {
    List<String> columns = new ArrayList<>(List.of("trace", "of footprint", "MB"));
    policies.forEach(policy -> columns.addAll(List.of(policy, policy + ", bytes")));
    StringBuilder table = new StringBuilder(Markdown.head(columns));
    ratios.stream()
        .collect(groupingBy(HitRatio::trace, LinkedHashMap::new, toList()))
        .values()
        .forEach(trace -> table.append(rowsOf(trace, policies)));
    return table
        .append(row(List.of("**mean**", "", ""), Means.shared(ratios), policies))
        .toString();
  }

  private static String rowsOf(List<HitRatio> trace, List<String> policies) {
    StringBuilder rows = new StringBuilder();
    trace.stream()
        .collect(groupingBy(HitRatio::percent, LinkedHashMap::new, toList()))
        .values()
        .forEach(size -> rows.append(row(head(size.get(0)), size, policies)));
    return rows.toString();
  }

  private static List<String> head(HitRatio any) {
    String megabytes = String.format(Locale.ROOT, "%,d", any.size() >> 20);
    return List.of(any.trace(), any.percent() + " %", megabytes);
  }

  private static String row(List<String> head, List<HitRatio> ratios, List<String> policies) {
    List<String> cells = new ArrayList<>(head);
    BothRatios means = BothRatios.means(ratios);
    policies.forEach(policy -> cells.addAll(means.of(policy)));
    return Markdown.row(cells);
  }
}
