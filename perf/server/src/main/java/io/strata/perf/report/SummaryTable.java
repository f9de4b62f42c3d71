package io.strata.perf.report;

import io.strata.perf.data.Measure;
import io.strata.perf.data.RunFacts.Load;
import io.strata.perf.data.RunFacts.Study;
import java.util.ArrayList;
import java.util.List;

/**
 * One measure of every load, each deploy beside the others.
 *
 * @param rows in the order of the report
 */
record SummaryTable(Measure measure, List<Row> rows) {
  /**
   * What the figures of a row have in common.
   *
   * @param figures one for each deploy
   */
  record Row(Study study, String load, List<Figure> figures) {}

  /** A table for each of the most telling measures that there are. */
  static List<SummaryTable> of(Run run) {
    List<SummaryTable> tables = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      List<Row> rows = new ArrayList<>();
      for (Study study : run.facts().studies()) {
        for (Load load : study.loads()) {
          addRows(rows, run, study, load, measure);
        }
      }
      if (!rows.isEmpty()) {
        tables.add(new SummaryTable(measure, rows));
      }
    }
    return tables;
  }

  private static void addRows(List<Row> rows, Run run, Study study, Load load, Measure measure) {
    for (Panel panel : Panel.telling(run, study.name(), load.name())) {
      if (panel.measure() == measure) {
        for (Cell cell : panel.cellsWithMostThreads(run, study.name(), load.name())) {
          String title = load.title() + run.suffix(cell);
          rows.add(new Row(study, title, run.figuresOfAll(cell, measure)));
        }
      }
    }
  }

  /** The median, and behind it how often that of the first deploy goes into it. */
  static String text(Figure figure, Figure first) {
    String median = Numbers.show(figure.measure(), figure.median());
    String ratio = Numbers.ratio(figure.median(), first.median());
    return figure.cell().equals(first.cell()) || ratio.equals(Numbers.NONE)
        ? median
        : median + " (" + ratio + " ×)";
  }

  /** What the table shows, in a sentence. */
  String explanation(Run run) {
    String better =
        switch (measure.better()) {
          case HIGHER -> "higher is better: ";
          case LOWER -> "lower is better: ";
          case NEITHER -> "";
        };
    return better
        + "medians of the rounds, with the ratio to "
        + run.facts().deploys().get(0).title();
  }
}
