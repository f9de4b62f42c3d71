package io.strata.replay.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.strata.replay.report.HitRatio.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/**
 * Hit ratios of traces of one unit in percent, as a table in Markdown: a row for each trace and
 * size, a column for each policy, and by bytes one of byte hit ratios beside it; a dash where a
 * policy makes no cache so small. Can be printed as it grows. Not thread-safe.
 */
public final class TraceTable {
  private final Unit unit;
  private final List<String> policies;
  private final List<HitRatio> ratios = new ArrayList<>();

  /**
   * @param policies the columns
   */
  public TraceTable(Unit unit, List<String> policies) {
    this.unit = unit;
    this.policies = List.copyOf(policies);
  }

  /** Adds the rows of a trace, which are returned, those of the first with the head above them. */
  public String add(List<HitRatio> ofTrace) {
    StringBuilder rows = new StringBuilder(ratios.isEmpty() ? head() : "");
    ofTrace.stream()
        .collect(groupingBy(HitRatio::percent, LinkedHashMap::new, toList()))
        .values()
        .forEach(size -> rows.append(row(head(size.get(0)), size)));
    ratios.addAll(ofTrace);
    return rows.toString();
  }

  /** The last row: the means of the traces and sizes that every policy has. */
  public String means() {
    return row(List.of("**mean**", "", ""), Means.shared(ratios));
  }

  /** All that were added. */
  public List<HitRatio> ratios() {
    return ratios;
  }

  private String head() {
    List<String> columns =
        new ArrayList<>(List.of("trace", "of footprint", unit == Unit.BYTES ? "MB" : "blocks"));
    policies.forEach(policy -> columns.addAll(Columns.titles(policy, unit)));
    return Markdown.head(columns);
  }

  private List<String> head(HitRatio any) {
    long size = unit == Unit.BYTES ? any.size() >> 20 : any.size();
    return List.of(any.trace(), any.percent() + " %", String.format(Locale.ROOT, "%,d", size));
  }

  private String row(List<String> head, List<HitRatio> size) {
    Columns columns = new Columns(unit);
    columns.add("", ratio -> Means.of(size, ratio));
    List<String> cells = new ArrayList<>(head);
    policies.forEach(policy -> cells.addAll(columns.cells(policy)));
    return Markdown.row(cells);
  }
}
