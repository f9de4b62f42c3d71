package io.strata.perf.report;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/** Latency over percentiles, a line for each deploy. */
final class CurveSection {
  private final Run run;

  CurveSection(Run run) {
    this.run = run;
  }

  /** Of a load under one collector and number of threads, if latencies were measured. */
  void addTo(Element parent, Cell cell) throws IOException {
    List<List<Double>> curves = new ArrayList<>();
    int points = 0;
    for (Deploy deploy : run.deploys(cell.study())) {
      List<Sample> rounds =
          run.samples(cell.of(deploy.name())).stream()
              .filter(sample -> sample.measures().containsKey(Measure.LATENCY_P50))
              .toList();
      List<Double> curve =
          PercentileCurve.of(run.data(), rounds)
              .map(PercentileCurve::milliseconds)
              .orElse(List.of());
      curves.add(curve);
      points = Math.max(points, curve.size());
    }
    if (points > 0) {
      add(parent, cell, curves, points);
    }
  }

  private void add(Element parent, Cell cell, List<List<Double>> curves, int points) {
    boolean paced = cell.mode() == Mode.PACED;
    ChartFigure chart =
        new ChartFigure(
                parent,
                "curves",
                "Latency percentiles "
                    + (paced ? "at a fixed rate" : "at full speed")
                    + run.suffix(cell))
            .axes("Percentile, logarithmic", "Latency (ms)")
            .of(cell)
            .remark(
                "All rounds together. Lower is better."
                    + (paced
                        ? ""
                        : " Counted from when an operation was sent: waits before that are"
                            + " left out."));
    List<String> headings = new ArrayList<>(List.of("Percentile"));
    run.deploys(cell.study()).forEach(deploy -> headings.add(deploy.title() + " (ms)"));
    Element body = chart.table(headings);
    Elements columns = chart.columns();
    for (int j = 0; j < curves.size(); j++) {
      columns.get(j + 1).attr("data-deploy", run.deploys(cell.study()).get(j).name());
    }
    for (int i = 0; i < points; i++) {
      Element row =
          body.appendElement("tr").attr("data-nines", Double.toString(PercentileCurve.nines(i)));
      Html.name(row, String.format(Locale.ROOT, "%.5f", PercentileCurve.percentile(i)));
      for (List<Double> curve : curves) {
        String text = i < curve.size() ? Double.toString(curve.get(i)) : Numbers.NONE;
        Html.add(row, "td", text);
      }
    }
  }
}
