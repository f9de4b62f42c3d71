package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.HtmlPage;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Report;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts.CacheConfiguration;
import io.strata.perf.data.RunFacts.StudyFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the report of a comparison. */
public final class ComparisonReport {
  private ComparisonReport() {}

  /**
   * Writes both forms of the report, replacing older ones.
   *
   * @param data of a complete or incomplete run; what is missing is shown as missing
   * @param html file for the page with all charts, which has no dependencies
   * @param markdown file for the tables of the summary
   * @throws IOException with the fix, if a raw file is missing or damaged; or if the report cannot
   *     be written
   */
  public static void write(RawData data, Path html, Path markdown) throws IOException {
    Run run = Run.read(data);
    HtmlPage page = new HtmlPage(Summary.TITLE + ", " + run.facts().begin());
    new Summary(run).addTo(page);
    addConfiguration(page, run);
    for (StudyFacts study : run.facts().studies()) {
      new StudySection(run, study).addTo(page);
    }
    Files.writeString(html, page.text(), UTF_8);
    Files.writeString(markdown, summary(run), UTF_8);
  }

  /** Returns the summary in Markdown. */
  static String summary(Run run) {
    Markdown summary = new Markdown();
    new Summary(run).addTo(summary);
    return summary.toString();
  }

  private static void addConfiguration(Report report, Run run) {
    Table table =
        new Table(
            "configurations",
            List.of(
                new Column("Configuration"),
                new Column("Heap (MB)"),
                new Column("Beside the heap (MB)"),
                new Column("Settings", "settings")));
    for (CacheConfiguration configuration : run.facts().configurations()) {
      String settings =
          configuration.settings().entrySet().stream()
              .map(setting -> setting.getKey() + " = " + setting.getValue())
              .collect(Collectors.joining("\n"));
      table.add(
          List.of(
              configuration.title(),
              Numbers.show(configuration.heapMegabytes(), 0),
              Numbers.show(configuration.besideHeapMegabytes(), 0),
              settings),
          Map.of("configuration", configuration.name()));
    }
    report
        .section("Configurations")
        .text("Heap and cache together have the same size in all configurations.")
        .table(table);
  }
}
