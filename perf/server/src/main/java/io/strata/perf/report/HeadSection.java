package io.strata.perf.report;

import io.strata.perf.data.RunFacts;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.RunFacts.Load;
import io.strata.perf.data.RunFacts.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jsoup.nodes.Element;

/**
 * What comes before the charts: what was run, what came out, and how each deploy was configured.
 */
final class HeadSection {
  /** How to judge the tables of the summary. */
  static final String HOW_TO_READ =
      "Bold: the best of a row, and those that cannot be told from it, for the ranges of their"
          + " rounds overlap: between them there is no difference beyond the spread. A dash: not"
          + " measured.";

  private final Run run;
  private final RunFacts facts;

  HeadSection(Run run) {
    this.run = run;
    this.facts = run.facts();
  }

  void addTo(Element parent) {
    Html.add(parent, "h1", "Block caches of HBase side by side");
    Element list = parent.appendElement("dl").addClass("facts");
    fact(list, "Command", facts.command()).addClass("code");
    fact(list, "Begin", facts.begin());
    fact(list, "Rounds", Integer.toString(facts.rounds()));
    facts.machine().forEach((name, value) -> fact(list, name, value));
    facts.versions().forEach((name, value) -> fact(list, name, value));
    addContents(parent);
    addNotes(parent);
    addSummary(parent);
    addConfiguration(parent);
  }

  private static Element fact(Element list, String name, String value) {
    Element fact = list.appendElement("div");
    Html.add(fact, "dt", name);
    return Html.add(fact, "dd", value);
  }

  private void addContents(Element parent) {
    Element nav = parent.appendElement("nav").attr("aria-label", "Contents");
    Html.add(nav, "a", "Summary").attr("href", "#summary");
    Html.add(nav, "a", "Configuration").attr("href", "#configuration");
    for (Study study : facts.studies()) {
      Element part = nav.appendElement("div");
      Html.add(part, "a", study.title()).attr("href", "#" + StudySection.id(study));
      for (Load load : study.loads()) {
        Html.add(part, "a", load.title()).attr("href", "#" + StudySection.id(study, load));
      }
    }
  }

  private void addNotes(Element parent) {
    if (!facts.notes().isEmpty()) {
      Element notes = parent.appendElement("section").addClass("notes");
      Html.add(notes, "h2", "Notes");
      Element list = notes.appendElement("ul");
      facts.notes().forEach(note -> Html.add(list, "li", note));
    }
  }

  private void addSummary(Element parent) {
    Html.add(parent, "h2", "Summary").id("summary");
    Html.add(parent, "p", HOW_TO_READ);
    for (SummaryTable table : SummaryTable.of(run)) {
      Html.add(parent, "h3", Numbers.titled(table.measure()));
      Html.add(parent, "p", capital(table.explanation(run)) + ".");
      List<String> headings = new ArrayList<>(List.of("Load"));
      facts.deploys().forEach(deploy -> headings.add(deploy.title()));
      headings.add("Verdict");
      Element body = Html.table(parent.appendElement("div").addClass("summary"), headings);
      Study before = null;
      for (SummaryTable.Row row : table.rows()) {
        if (!row.study().equals(before)) {
          Html.add(body.appendElement("tr").addClass("study"), "th", row.study().title())
              .attr("colspan", Integer.toString(headings.size()));
          before = row.study();
        }
        addRow(body, row);
      }
    }
  }

  private void addRow(Element body, SummaryTable.Row row) {
    List<Figure> figures = row.figures();
    Optional<Verdict> verdict = Verdict.of(figures);
    Element cells = body.appendElement("tr");
    Html.name(cells, row.load());
    for (Figure figure : figures) {
      Element cell = figure.addTo(cells, Numbers.show(figure.measure(), figure.median()));
      String ratio = Numbers.ratio(figure.median(), figures.get(0).median());
      if (!figure.equals(figures.get(0)) && !ratio.equals(Numbers.NONE)) {
        Html.add(cell, "small", " " + ratio + " ×");
      }
      if (verdict.isPresent() && verdict.get().leads(figure)) {
        cell.addClass("leads");
      }
    }
    Html.add(cells, "td", Verdict.text(run, figures)).addClass("words");
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private void addConfiguration(Element parent) {
    Html.add(parent, "h2", "Configuration of each deploy").id("configuration");
    Html.add(parent, "p", "Heap and cache together are the same for each.");
    Element body =
        Html.table(parent, List.of("Deploy", "Heap (MB)", "Beside the heap (MB)", "Settings"));
    body.attr("id", "deploys");
    for (Deploy deploy : facts.deploys()) {
      Element row = body.appendElement("tr").attr("data-deploy", deploy.name());
      Html.name(row, deploy.title());
      Html.add(row, "td", Numbers.show(deploy.heapMegabytes(), 0));
      Html.add(row, "td", Numbers.show(deploy.besideHeapMegabytes(), 0));
      Element settings = row.appendElement("td").addClass("settings");
      for (Map.Entry<String, String> setting : deploy.settings().entrySet()) {
        Html.add(settings, "div", setting.getKey() + " = " + setting.getValue());
      }
    }
  }
}
