package io.strata.replay.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Hit ratios in percent as tables. If block lengths are known, a column for the byte hit ratio
 * follows each hit ratio; a dash means that a policy cannot have so small a cache. Immutable.
 */
public final class RatioTables {
  private final List<HitRatio> ratios;
  private final boolean byBytes;
  private final List<ToDoubleFunction<HitRatio>> values;

  /**
   * Prepares tables.
   *
   * @param ratios at least one, all of one unit
   */
  public RatioTables(List<HitRatio> ratios) {
    this.ratios = List.copyOf(ratios);
    byBytes = ratios.get(0).unit() == HitRatio.Unit.BYTES;
    values = byBytes ? List.of(HitRatio::ratio, HitRatio::byteRatio) : List.of(HitRatio::ratio);
  }

  /**
   * Returns a row for each trace and size, and a last row with the means of what all policies
   * share.
   *
   * @param policies the columns
   */
  public Table ofTraces(List<String> policies) {
    List<String> headings =
        new ArrayList<>(List.of("trace", "of footprint", byBytes ? "MB" : "blocks"));
    policies.forEach(policy -> addHeading(headings, policy));
    Table table = new Table(headings.toArray(String[]::new));
    ratios.stream()
        .collect(
            groupingBy(each -> List.of(each.trace(), each.percent()), LinkedHashMap::new, toList()))
        .values()
        .forEach(size -> table.add(row(head(size.get(0)), size, policies)));
    table.add(row(List.of("**mean**", "", ""), Means.shared(ratios), policies));
    return table;
  }

  /**
   * Returns a row for each policy, the best first: its means for each size, over all, over the
   * traces not used for tuning, and its minimum difference to LRU.
   *
   * @param lru the title of LRU
   * @param heldOut the traces not used for tuning; if empty, the table does not have that column
   */
  public Table ofPolicies(String lru, Set<String> heldOut) {
    List<HitRatio> shared = Means.shared(ratios);
    Map<String, Function<ToDoubleFunction<HitRatio>, Map<String, Double>>> columns =
        new LinkedHashMap<>();
    for (int percent : ratios.stream().map(HitRatio::percent).distinct().toList()) {
      List<HitRatio> size = ofSize(shared, percent);
      List<HitRatio> available = size.isEmpty() ? ofSize(ratios, percent) : size;
      columns.put(percent + " %", value -> Means.of(available, value));
    }
    columns.put("mean", value -> Means.of(shared, value));
    if (!heldOut.isEmpty()) {
      List<HitRatio> held = ratios.stream().filter(each -> heldOut.contains(each.trace())).toList();
      columns.put("held out", value -> Means.of(held, value));
    }
    columns.put("less LRU, at worst", value -> Means.minLeadOver(ratios, lru, value));
    List<String> headings = new ArrayList<>(List.of("policy"));
    List<Map<String, Double>> figures = new ArrayList<>();
    columns.forEach(
        (title, column) -> {
          addHeading(headings, title);
          values.forEach(value -> figures.add(column.apply(value)));
        });
    Table table = new Table(headings.toArray(String[]::new));
    for (String policy : Means.bestFirst(ratios)) {
      List<String> cells = new ArrayList<>(List.of(policy));
      figures.forEach(figure -> cells.add(percent(figure, policy)));
      table.add(cells);
    }
    return table;
  }

  private void addHeading(List<String> headings, String title) {
    headings.add(title);
    if (byBytes) {
      headings.add(title + ", bytes");
    }
  }

  private List<String> head(HitRatio any) {
    String size = String.format(Locale.ROOT, "%,d", byBytes ? any.size() >> 20 : any.size());
    return List.of(any.trace(), any.percent() + " %", size);
  }

  private List<String> row(List<String> head, List<HitRatio> of, List<String> policies) {
    List<Map<String, Double>> means = values.stream().map(value -> Means.of(of, value)).toList();
    List<String> cells = new ArrayList<>(head);
    policies.forEach(policy -> means.forEach(mean -> cells.add(percent(mean, policy))));
    return cells;
  }

  private static List<HitRatio> ofSize(List<HitRatio> ratios, int percent) {
    return ratios.stream().filter(ratio -> ratio.percent() == percent).toList();
  }

  private static String percent(Map<String, Double> figures, String policy) {
    double ratio = figures.getOrDefault(policy, Double.NaN);
    return Double.isNaN(ratio) ? Spread.NONE : String.format(Locale.ROOT, "%.2f", 100 * ratio);
  }
}
