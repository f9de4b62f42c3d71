package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.RunFacts.Load;
import io.strata.perf.data.RunFacts.Study;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What comes before the charts: what was run, and a table for each of the most telling measures.
 */
final class Summary {
  static final String TITLE = "Block caches of HBase side by side";

  private final Run run;
  private final RunFacts facts;

  Summary(Run run) {
    this.run = run;
    this.facts = run.facts();
  }

  void addTo(Report report) {
    Map<String, String> head = new LinkedHashMap<>();
    head.put("Command", "`" + facts.command() + "`");
    head.put("Begin", facts.begin());
    head.put("Rounds", Integer.toString(facts.rounds()));
    head.putAll(facts.machine());
    head.putAll(facts.versions());
    report.section(1, TITLE).facts(head);
    if (!facts.notes().isEmpty()) {
      report.section("Notes");
      facts.notes().forEach(report::text);
    }
    report
        .section("Summary")
        .text(
            "Bold: the best of a row, and those that cannot be told from it, for the ranges of their"
                + " rounds overlap: between them there is no difference beyond the spread. A dash:"
                + " not measured.");
    for (Measure measure : Measure.values()) {
      Table table = table(measure);
      if (!table.rows().isEmpty()) {
        report
            .section(3, Numbers.titled(measure))
            .text(
                Numbers.hint(measure)
                    + "Medians of the rounds, with the ratio to "
                    + facts.deploys().get(0).title()
                    + ".")
            .table(table);
      }
    }
  }

  /** A row for each load, in the order of the report, with each deploy beside the others. */
  private Table table(Measure measure) {
    List<Column> columns = new ArrayList<>(List.of(new Column("Load")));
    facts.deploys().forEach(deploy -> columns.add(new Column(deploy.title())));
    columns.add(new Column("Verdict", "words"));
    Table table = new Table("summary", columns);
    for (Study study : facts.studies()) {
      List<List<Table.Cell>> rows = new ArrayList<>();
      study.loads().forEach(load -> addRows(rows, study, load, measure));
      if (!rows.isEmpty()) {
        table.group(study.title());
        rows.forEach(row -> table.add(Map.of(), row));
      }
    }
    return table;
  }

  private void addRows(List<List<Table.Cell>> rows, Study study, Load load, Measure measure) {
    for (Panel panel : Panel.telling(run, study.name(), load.name())) {
      if (panel.measure() == measure) {
        for (Cell cell : panel.cellsWithMostThreads(run, study.name(), load.name())) {
          rows.add(row(load.title() + run.suffix(cell), run.figuresOfAll(cell, measure)));
        }
      }
    }
  }

  private List<Table.Cell> row(String load, List<Figure> figures) {
    Optional<Verdict> verdict = Verdict.of(figures);
    List<Table.Cell> row = new ArrayList<>(List.of(new Table.Cell(load)));
    for (Figure figure : figures) {
      String ratio = Numbers.ratio(figure.median(), figures.get(0).median());
      boolean hasRatio = !figure.equals(figures.get(0)) && !ratio.equals(Numbers.NONE);
      row.add(
          new Table.Cell(
              Numbers.show(figure.measure(), figure.median()),
              hasRatio ? ratio + " ×" : "",
              verdict.isPresent() && verdict.get().leads(figure),
              figure.data()));
    }
    row.add(new Table.Cell(Verdict.text(run, figures)));
    return row;
  }
}
