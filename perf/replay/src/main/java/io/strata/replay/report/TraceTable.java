package io.strata.replay.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Hit ratios of blocks of one size in percent, as a table in Markdown: a row for each trace and
 * size, a column for each policy. Can be printed as it grows. Immutable.
 */
public final class TraceTable {
  private final List<String> policies;

  /**
   * @param policies the columns
   */
  public TraceTable(List<String> policies) {
    this.policies = List.copyOf(policies);
  }

  /** The head of the table. */
  public String head() {
    List<String> columns = new ArrayList<>(List.of("trace", "of footprint", "blocks"));
    columns.addAll(policies);
    return Markdown.head(columns);
  }

  /** The rows of a trace, which has a ratio of every policy at each size. */
  public String rows(List<HitRatio> ratios) {
    StringBuilder rows = new StringBuilder();
    ratios.stream()
        .collect(groupingBy(HitRatio::percent, LinkedHashMap::new, toList()))
        .values()
        .forEach(size -> rows.append(row(size)));
    return rows.toString();
  }

  private String row(List<HitRatio> size) {
    HitRatio any = size.get(0);
    return row(
        any.trace(),
        any.percent() + " %",
        String.format(Locale.ROOT, "%,d", any.size()),
        Means.of(size, HitRatio::ratio));
  }

  /** The last row: the means of all others. */
  public String means(List<HitRatio> ratios) {
    return row("**mean**", "", "", Means.of(ratios, HitRatio::ratio));
  }

  private String row(String trace, String percent, String blocks, Map<String, Double> ratios) {
    List<String> cells = new ArrayList<>(List.of(trace, percent, blocks));
    policies.forEach(
        policy -> cells.add(Markdown.percent(ratios.getOrDefault(policy, Double.NaN))));
    return Markdown.row(cells);
  }
}
