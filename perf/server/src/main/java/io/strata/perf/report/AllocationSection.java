package io.strata.perf.report;

import io.strata.perf.common.Spread;
import io.strata.perf.data.AllocationSite;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Element;

/**
 * Where the server allocates: the sites of each deploy, largest first, with a bar for the share.
 */
final class AllocationSection {
  /** The sites of each deploy that get a row. */
  private static final int MOST_SITES = 8;

  private final Run run;

  AllocationSection(Run run) {
    this.run = run;
  }

  /** A place, whatever its share. */
  private record Site(String method, String type) {}

  /** Of a load under one collector and number of threads, if allocation was recorded. */
  void addTo(Element parent, Cell cell) {
    List<Map<Site, Double>> ofDeploys = new ArrayList<>();
    Set<Site> sites = new LinkedHashSet<>();
    for (Deploy deploy : run.deploys(cell.study())) {
      Map<Site, Double> shares = shares(run.samples(cell.of(deploy.name())));
      ofDeploys.add(shares);
      sites.addAll(shares.keySet().stream().limit(MOST_SITES).toList());
    }
    if (sites.isEmpty()) {
      return;
    }
    Html.add(parent, "h5", "Allocation by site at full speed" + run.suffix(cell));
    Html.add(
        parent,
        "p",
        "Share of all that the server allocated, in %; median of the rounds. A dash: not among the"
            + " sites recorded.");
    List<String> headings = new ArrayList<>(List.of("Method", "Type"));
    run.deploys(cell.study()).forEach(deploy -> headings.add(deploy.title()));
    Element body = Html.table(parent.appendElement("div").addClass("places"), headings);
    double largest =
        ofDeploys.stream()
            .flatMap(shares -> shares.values().stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(1);
    for (Site site : sites) {
      Element row = body.appendElement("tr");
      Html.name(row, site.method());
      Html.add(row, "td", site.type());
      for (int i = 0; i < ofDeploys.size(); i++) {
        String deploy = run.deploys(cell.study()).get(i).name();
        addShare(row, deploy, ofDeploys.get(i).getOrDefault(site, Double.NaN), largest);
      }
    }
  }

  private static void addShare(Element row, String deploy, double share, double largest) {
    Element cell =
        Html.add(row, "td", Numbers.show(100 * share, 1))
            .addClass("share")
            .attr("data-deploy", deploy);
    if (Double.isFinite(share)) {
      cell.attr("data-value", Double.toString(share)).attr("style", "--bar:" + share / largest);
    }
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
        .map(entry -> Map.entry(entry.getKey(), median(entry.getValue())))
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> medians.put(entry.getKey(), entry.getValue()));
    return medians;
  }

  private static double median(List<Double> values) {
    return Spread.of(values).median();
  }
}
