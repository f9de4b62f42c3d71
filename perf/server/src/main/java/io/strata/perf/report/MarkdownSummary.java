package io.strata.perf.report;

import io.strata.perf.common.MarkdownTable;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.RunFacts.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The summary's tables in Markdown, of which {@code perf/results/COMPARE.md} shows some. */
final class MarkdownSummary {
  private final Run run;

  MarkdownSummary(Run run) {
    this.run = run;
  }

  String text() {
    RunFacts facts = run.facts();
    StringBuilder text = new StringBuilder();
    item(text, "Command", "`" + facts.command() + "`");
    item(text, "Begin", facts.begin());
    item(text, "Machine", named(facts.machine()));
    item(text, "Versions", named(facts.versions()));
    item(text, "Rounds", Integer.toString(facts.rounds()));
    facts.notes().forEach(note -> item(text, "Note", note));
    text.append('\n').append(HeadSection.HOW_TO_READ).append('\n');
    for (SummaryTable table : SummaryTable.of(run)) {
      text.append("\n**")
          .append(escape(Numbers.titled(table.measure())))
          .append("**, ")
          .append(escape(table.explanation(run)))
          .append("\n\n");
      text.append(tableText(table));
    }
    return text.toString();
  }

  private static void item(StringBuilder text, String name, String value) {
    text.append("- ").append(name).append(": ").append(value.replace('\n', ' ')).append('\n');
  }

  private static String named(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private String tableText(SummaryTable table) {
    List<String> headings = new ArrayList<>(List.of("load"));
    run.facts().deploys().forEach(deploy -> headings.add(escape(deploy.title())));
    MarkdownTable markdown = new MarkdownTable(headings.toArray(String[]::new));
    @Nullable Study before = null;
    for (SummaryTable.Row row : table.rows()) {
      if (!row.study().equals(before)) {
        String[] cells = new String[headings.size()];
        Arrays.fill(cells, "");
        cells[0] = "*" + escape(row.study().title()) + "*";
        markdown.add(cells);
        before = row.study();
      }
      markdown.add(cells(row));
    }
    return markdown.text();
  }

  private static String[] cells(SummaryTable.Row row) {
    List<Figure> figures = row.figures();
    Optional<Verdict> verdict = Verdict.of(figures);
    List<String> cells = new ArrayList<>(List.of(escape(row.load())));
    for (Figure figure : figures) {
      String text = SummaryTable.text(figure, figures.get(0));
      cells.add(verdict.isPresent() && verdict.get().leads(figure) ? "**" + text + "**" : text);
    }
    return cells.toArray(String[]::new);
  }

  private static String escape(String text) {
    return text.replace("|", "\\|").replace('\n', ' ');
  }
}
