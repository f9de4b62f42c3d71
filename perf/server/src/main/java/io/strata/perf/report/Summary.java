package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.RunFacts.LoadFacts;
import io.strata.perf.data.RunFacts.StudyFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The beginning of the report: the facts of the run, and a table for each main measure. */
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
            "Bold: the best of a row and all whose range of rounds overlaps with its range;"
                + " between them there is no difference beyond the spread. A dash: not measured.");
    for (Measure measure : Measure.values()) {
      Table table = table(measure);
      if (!table.rows().isEmpty()) {
        report
            .section(3, Numbers.titled(measure))
            .text(
                Numbers.hint(measure)
                    + "Medians of the rounds, with the ratio to "
                    + facts.configurations().get(0).title()
                    + ".")
            .table(table);
      }
    }
  }

  /** Returns a table with a row for each load and a column for each configuration. */
  private Table table(Measure measure) {
    List<Column> columns = new ArrayList<>(List.of(new Column("Load")));
    facts.configurations().forEach(configuration -> columns.add(new Column(configuration.title())));
    columns.add(new Column("Verdict", "words"));
    Table table = new Table("summary", columns);
    for (StudyFacts study : facts.studies()) {
      List<List<Table.Cell>> rows = new ArrayList<>();
      study.loads().forEach(load -> addRows(rows, study, load, measure));
      if (!rows.isEmpty()) {
        table.group(study.title());
        rows.forEach(row -> table.add(Map.of(), row));
      }
    }
    return table;
  }

  private void addRows(
      List<List<Table.Cell>> rows, StudyFacts study, LoadFacts load, Measure measure) {
    for (Panel panel : Panel.summary(run, study.name(), load.name())) {
      if (panel.measure() == measure) {
        for (Cell cell : panel.cellsWithMaxThreads(run, study.name(), load.name())) {
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
