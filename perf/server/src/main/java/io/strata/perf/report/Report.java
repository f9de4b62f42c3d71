package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes the raw data of a run into what a person reads. */
public final class Report {
  /** Most points of a line over time, as many as a screen can show. */
  private static final int MOST_POINTS = 600;

  /** Most points of all lines over time together, so that the file stays small. */
  private static final int POINTS_OF_ALL = 60_000;

  private Report() {}

  /**
   * Writes both forms of the report, over older ones.
   *
   * @param data of a run, whole or begun: what is missing is shown as missing
   * @param html gets one file with charts, which needs nothing else
   * @param markdown gets the tables of the summary
   * @throws IOException when a raw file is missing or damaged, and the message says what mends it;
   *     or when the report cannot be written
   */
  public static void write(RawData data, Path html, Path markdown) throws IOException {
    Run run = Run.read(data);
    Files.writeString(html, page(run), UTF_8);
    Files.writeString(markdown, new MarkdownSummary(run).text(), UTF_8);
  }

  private static String page(Run run) throws IOException {
    Page page = new Page("Block caches of HBase side by side, " + run.facts().begin());
    new HeadSection(run).addTo(page.main());
    int points = Math.min(MOST_POINTS, Math.max(20, POINTS_OF_ALL / run.lines()));
    for (Study study : run.facts().studies()) {
      new StudySection(run, study, points).addTo(page.main());
    }
    return page.text();
  }
}
