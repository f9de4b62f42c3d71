package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.HtmlPage;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Report;
import io.strata.perf.common.Table;
import io.strata.perf.common.Table.Column;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts.Deploy;
import io.strata.perf.data.RunFacts.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes the raw data of a run into what a person reads. */
public final class ComparisonReport {
  private ComparisonReport() {}

  /**
   * Writes both forms of the report, over older ones.
   *
   * @param data of a run, whole or begun: what is missing is shown as missing
   * @param html gets one file with charts, which needs nothing else
   * @param markdown gets the tables of the summary
   * @throws IOException when a raw file is missing or damaged, and the message names the fix; or
   *     when the report cannot be written
   */
  public static void write(RawData data, Path html, Path markdown) throws IOException {
    Run run = Run.read(data);
    HtmlPage page = new HtmlPage(Summary.TITLE + ", " + run.facts().begin());
    new Summary(run).addTo(page);
    addConfiguration(page, run);
    for (Study study : run.facts().studies()) {
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
            "deploys",
            List.of(
                new Column("Deploy"),
                new Column("Heap (MB)"),
                new Column("Beside the heap (MB)"),
                new Column("Settings", "settings")));
    for (Deploy deploy : run.facts().deploys()) {
      String settings =
          deploy.settings().entrySet().stream()
              .map(setting -> setting.getKey() + " = " + setting.getValue())
              .collect(Collectors.joining("\n"));
      table.add(
          List.of(
              deploy.title(),
              Numbers.show(deploy.heapMegabytes(), 0),
              Numbers.show(deploy.besideHeapMegabytes(), 0),
              settings),
          Map.of("deploy", deploy.name()));
    }
    report
        .section("Configuration of each deploy")
        .text("Heap and cache together are the same for each.")
        .table(table);
  }
}
