package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.AllocationSite;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the server allocates: the sites of each deploy, largest first, with a bar for the share.
 */
final class AllocationSection {
  /** The sites of each deploy that get a row. */
  private static final int MAX_SITES = 8;

  private final Run run;

  AllocationSection(Run run) {
    this.run = run;
  }

  /** A place, whatever its share. */
  private record Site(String method, String type) {}

  /** Of a load under one collector and number of threads, if allocation was recorded. */
  void addTo(Report report, Cell cell) {
    Map<Deploy, Map<Site, Double>> shares = new LinkedHashMap<>();
    Set<Site> sites = new LinkedHashSet<>();
    List<Column> columns = new ArrayList<>(List.of(new Column("Method"), new Column("Type")));
    for (Deploy deploy : run.deploys(cell.study())) {
      Map<Site, Double> its = shares(run.samples(cell.of(deploy.name())));
      shares.put(deploy, its);
      sites.addAll(its.keySet().stream().limit(MAX_SITES).toList());
      columns.add(new Column(deploy.title(), "share"));
    }
    if (sites.isEmpty()) {
      return;
    }
    double largest =
        shares.values().stream()
            .flatMap(its -> its.values().stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(1);
    Table table = new Table("sites", columns);
    for (Site site : sites) {
      List<Table.Cell> row = new ArrayList<>();
      row.add(new Table.Cell(site.method()));
      row.add(new Table.Cell(site.type()));
      shares.forEach(
          (deploy, its) -> row.add(share(cell.of(deploy.name()), its.get(site), largest)));
      table.add(Map.of(), row);
    }
    report
        .section(5, "Allocation by site at full speed" + run.suffix(cell))
        .text(
            "Share of all that the server allocated, in %; median of the rounds. A dash: not among"
                + " the sites recorded.")
        .table(table);
  }

  private static Table.Cell share(Cell cell, @Nullable Double share, double largest) {
    Map<String, String> data = new HashMap<>(cell.data());
    data.put("deploy", cell.deploy());
    if (share == null) {
      return new Table.Cell(Numbers.NONE, data);
    }
    data.put("value", Double.toString(share));
    data.put("bar", Double.toString(share / largest));
    return new Table.Cell(Numbers.show(100 * share, 1), data);
  }

  /** Largest first. */
  private static Map<Site, Double> shares(List<Sample> rounds) {
    Map<Site, List<Double>> all = new LinkedHashMap<>();
    for (Sample sample : rounds) {
      for (AllocationSite site : sample.allocation()) {
        all.computeIfAbsent(new Site(site.method(), site.type()), key -> new ArrayList<>())
            .add(site.share());
      }
    }
    Map<Site, Double> medians = new LinkedHashMap<>();
    all.entrySet().stream()
        .map(entry -> Map.entry(entry.getKey(), Spread.of(entry.getValue()).median()))
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> medians.put(entry.getKey(), entry.getValue()));
    return medians;
  }
}
