package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.data.GcSummary;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.Sample;
import io.strata.perf.data.SampleKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares every figure of a report with the raw files. */
class ReportTest {
  @TempDir private static Path run;
  private static Path html;
  private static RunFacts facts;
  private static Document page;
  private static RawFiles raw;
  private static ReportCheck check;

  @TempDir private Path other;

  @BeforeAll
  static void write() throws IOException {
    html = run.resolve("report.html");
    RawData data = RunFolder.write(run);
    facts = data.facts().orElseThrow();
    ComparisonReport.write(data, html, run.resolve("summary.md"));
    page = Jsoup.parse(html);
    raw = new RawFiles(run);
    check = new ReportCheck(page, raw);
  }

  @Test
  void barsAndPointsAreMediansOfTheRounds() {
    assertThat(check.charts()).isGreaterThan(1500);
    for (Element chart : page.select("figure[data-kind=bars], figure[data-kind=threads]")) {
      assertThat(chart.select("tbody tr").eachAttr("data-configuration").stream().distinct())
          .containsExactlyElementsOf(
              chart.attr("data-study").equals("loadings")
                  ? RunFolder.CONFIGURATIONS
                  : RunFolder.IN_MEMORY);
    }
  }

  @Test
  void summaryAndSteadinessAreMediansOfTheRounds() {
    assertThat(check.cells()).isGreaterThan(300);
    List<Element> cells = page.select("td[data-measure]");
    assertThat(cells.stream().filter(cell -> cell.ownText().equals("–"))).isNotEmpty();
  }

  @Test
  void ratiosReferToTheFirstConfiguration() {
    int checked = 0;
    for (Element row : page.select(".summary tbody tr:not(.group)")) {
      List<Element> cells = row.select("td[data-measure]");
      double first = Double.parseDouble(cells.get(0).attr("data-value"));
      for (Element cell : cells.subList(1, cells.size())) {
        if (cell.hasAttr("data-value") && first != 0) {
          double ratio = Double.parseDouble(cell.selectFirst("small").text().replace(" ×", ""));
          assertThat(ratio)
              .isCloseTo(Double.parseDouble(cell.attr("data-value")) / first, within(0.00501));
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(150);
  }

  @Test
  void pausesByCauseAreMeansOfTheRoundsAndAddUp() {
    assertThat(page.select("figure[data-kind=stack]")).hasSize(4);
    assertThat(page.select("tr[data-part=Other causes]")).isNotEmpty();
    for (Element chart : page.select("figure[data-kind=stack]")) {
      List<String> parts = chart.select("tr").eachAttr("data-part").stream().distinct().toList();
      for (String configuration : RunFolder.IN_MEMORY) {
        double sum = 0;
        for (Element row : chart.select("tr[data-configuration=" + configuration + "]")) {
          double value = Double.parseDouble(row.attr("data-value"));
          sum += value;
          if (!row.attr("data-part").equals("Other causes")) {
            double expected =
                mean(check.rounds(chart, row), gc -> paused(gc, row.attr("data-part")));
            assertThat(value).as(ReportCheck.at(chart, row)).isCloseTo(expected, within(1e-9));
          }
        }
        List<Sample> rounds =
            check.rounds(chart, chart.selectFirst("tr[data-configuration=" + configuration + "]"));
        double all = mean(rounds, GcSummary::pausedMillis);
        assertThat(sum).isCloseTo(all, within(1e-9));
      }
      assertThat(parts).hasSizeLessThanOrEqualTo(6);
    }
  }

  private static double paused(GcSummary gc, String cause) {
    GcSummary.Cause its = gc.byCause().get(cause);
    return its == null ? 0 : its.pausedMillis();
  }

  private static double mean(List<Sample> rounds, ToDoubleFunction<GcSummary> millis) {
    return rounds.stream()
        .mapToDouble(each -> millis.applyAsDouble(each.gc()) / each.seconds())
        .average()
        .orElseThrow();
  }

  @Test
  void curvesArePercentilesOfAllRecordedLatencies() throws IOException {
    int checked = 0;
    for (Element chart : page.select("figure[data-kind=curves]")) {
      List<Element> columns = chart.select("thead th[data-configuration]");
      for (int i = 0; i < columns.size(); i++) {
        SortedMap<Long, Long> counts = counts(check.rounds(chart, columns.get(i)));
        for (Element row : chart.select("tbody tr")) {
          double share = 1 - Math.pow(10, -Double.parseDouble(row.attr("data-nines")));
          String shown = row.select("td").get(i).text();
          if (shown.equals("–")) {
            long all = counts.values().stream().mapToLong(Long::longValue).sum();
            assertThat(all * (1 - share)).as(ReportCheck.at(chart, columns.get(i))).isLessThan(1);
          } else {
            double expected = percentile(counts, share) / 1e6;
            // The minimum is shown as the lower end of its bucket, all others as the upper end.
            double step = share == 0 ? expected / 1000 : 0;
            assertThat(Double.parseDouble(shown)).isCloseTo(expected, within(step));
            checked++;
          }
        }
      }
    }
    assertThat(checked).isGreaterThan(3000);
  }

  private static SortedMap<Long, Long> counts(List<Sample> rounds) throws IOException {
    SortedMap<Long, Long> counts = new TreeMap<>();
    for (Sample round : rounds) {
      Path log = raw.folderOf(round).resolve("latency.hlog");
      try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
        for (EncodableHistogram next = reader.nextIntervalHistogram();
            next != null;
            next = reader.nextIntervalHistogram()) {
          for (HistogramIterationValue value : ((Histogram) next).recordedValues()) {
            counts.merge(value.getValueIteratedTo(), value.getCountAtValueIteratedTo(), Long::sum);
          }
        }
      }
    }
    return counts;
  }

  /** Returns the minimum latency that at least this share of all do not exceed. */
  private static long percentile(SortedMap<Long, Long> counts, double share) {
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    long needed = Math.max(1, (long) Math.ceil(all * share - 1e-6));
    long seen = 0;
    for (var entry : counts.entrySet()) {
      seen += entry.getValue();
      if (seen >= needed) {
        return entry.getKey();
      }
    }
    throw new AssertionError("There are only " + seen + " of " + all);
  }

  @Test
  void linesOverTimeMatchTheCsvFiles() throws IOException {
    int checked = 0;
    for (Element chart : page.select("figure[data-kind=time]")) {
      for (Element row : chart.select("tbody tr")) {
        Sample round = check.rounds(chart, row).get(Integer.parseInt(row.attr("data-round")) - 1);
        List<String> lines = Files.readAllLines(raw.folderOf(round).resolve("throughput.csv"));
        List<String> rows =
            lines.stream().skip(1).map(line -> line.substring(line.indexOf(',') + 1)).toList();
        assertThat(row.selectFirst(".series").text().split(" ", -1))
            .containsExactlyElementsOf(rows);
        List<Double> numbers = rows.stream().map(Double::valueOf).toList();
        assertThat(Double.parseDouble(row.attr("data-median"))).isEqualTo(RawFiles.median(numbers));
        checked++;
      }
      for (String configuration : chart.select("tbody tr").eachAttr("data-configuration")) {
        assertThat(chart.select("tr[data-strong][data-configuration=" + configuration + "]"))
            .hasSize(1);
      }
    }
    assertThat(checked).isGreaterThan(100);
  }

  @Test
  void sharesOfAllocationAreMediansOfTheRounds() {
    List<Element> cells = page.select("td.share[data-value]");
    for (Element cell : cells) {
      Element row = cell.parent();
      List<Double> shares = new ArrayList<>();
      for (Sample round : check.rounds(cell, cell)) {
        round.allocation().stream()
            .filter(site -> site.method().equals(row.child(0).text()))
            .filter(site -> site.type().equals(row.child(1).text()))
            .forEach(site -> shares.add(site.share()));
      }
      assertThat(Double.parseDouble(cell.attr("data-value"))).isEqualTo(RawFiles.median(shares));
      assertThat(cell.text())
          .isEqualTo(String.format(Locale.ROOT, "%.1f", 100 * RawFiles.median(shares)));
    }
    assertThat(cells).hasSizeGreaterThan(50);
  }

  @Test
  void figuresThatOverlapWithTheBestAreBold() {
    int alike = 0;
    for (Element row : page.select(".summary tbody tr:not(.group)")) {
      List<Element> cells = row.select("td[data-value]");
      boolean higher = cells.get(0).attr("data-measure").equals("ROWS_PER_SECOND");
      Element best =
          cells.stream()
              .max(
                  (a, b) ->
                      (higher ? 1 : -1)
                          * Double.compare(
                              Double.parseDouble(a.attr("data-value")),
                              Double.parseDouble(b.attr("data-value"))))
              .orElseThrow();
      List<Double> bests = RawFiles.measure(check.rounds(best, best), best.attr("data-measure"));
      for (Element cell : cells) {
        List<Double> its = RawFiles.measure(check.rounds(cell, cell), cell.attr("data-measure"));
        boolean apart =
            its.stream().allMatch(value -> bests.stream().allMatch(b -> value < b))
                || its.stream().allMatch(value -> bests.stream().allMatch(b -> value > b));
        assertThat(cell.hasClass("strong")).as(ReportCheck.at(cell, cell)).isEqualTo(!apart);
        alike += !cell.equals(best) && !apart ? 1 : 0;
      }
    }
    assertThat(alike).isPositive();
  }

  @Test
  void markdownHasTheSameMedians() throws IOException {
    List<String> lines = Files.readAllLines(run.resolve("summary.md"));
    List<String> rows =
        lines.stream()
            .filter(line -> line.startsWith("|") && !line.startsWith("| *"))
            .filter(line -> !line.startsWith("|--") && !line.startsWith("| Load"))
            .toList();
    List<Element> expected = page.select(".summary tbody tr:not(.group)");
    assertThat(rows).hasSameSizeAs(expected);
    for (int i = 0; i < rows.size(); i++) {
      List<String> cells = Arrays.asList(rows.get(i).split("(?<!\\\\)\\|", -1));
      List<Element> its = expected.get(i).select("td[data-measure]");
      for (int j = 0; j < its.size(); j++) {
        String cell = cells.get(j + 2).strip();
        assertThat(cell.replace("*", "").split(" ", -1)[0]).isEqualTo(its.get(j).ownText());
        assertThat(cell.startsWith("**")).isEqualTo(its.get(j).hasClass("strong"));
      }
    }
  }

  @Test
  void pageIsSelfContainedAndSmall() throws IOException {
    assertThat(page.select("[src], link, iframe, object, embed, base")).isEmpty();
    assertThat(page.select("[href]").eachAttr("href")).allMatch(href -> href.startsWith("#"));
    assertThat(page.select("[href]").eachAttr("href"))
        .allMatch(href -> page.getElementById(href.substring(1)) != null);
    assertThat(page.select("style").html()).doesNotContain("url(", "@import", "http");
    assertThat(page.select("script").html()).doesNotContain("sourceMappingURL");
    assertThat(Files.size(html)).isLessThan(2_000_000);
  }

  @Test
  void textsAreEscaped() {
    assertThat(page.select("script")).hasSize(2);
    assertThat(page.select(".facts dd.code").text()).isEqualTo(facts.command());
    assertThat(page.select("main > p").eachText()).containsAll(facts.notes());
    assertThat(page.text()).contains("Remark <1> & co", "Filtered scans | 10,000 rows");
    assertThat(page.select(".configurations tbody tr").eachAttr("data-configuration"))
        .isEqualTo(RunFolder.CONFIGURATIONS);
  }

  @Test
  void missingAndDamagedFilesAreReportedWithTheFix() throws IOException {
    RawData data = new RawData(other);
    assertThatThrownBy(() -> report(data)).hasMessageContaining("no run.json");
    data.write(facts);
    assertThatThrownBy(() -> report(data)).hasMessageContaining("has no sample yet");
    SampleKey key = new SampleKey("loadings", "all-hits", "strata-offheap", "G1", 25, Mode.PEAK, 1);
    RunFolder.writeOneSample(other, key);
    report(data);
    Path log = data.folderOf(key).resolve(RawData.LATENCIES);
    byte[] whole = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(whole, whole.length - 40));
    assertThatThrownBy(() -> report(data)).hasMessageContaining("latency.hlog is damaged. Delete");
    Files.writeString(log, "");
    assertThatThrownBy(() -> report(data)).hasMessageContaining("holds no latency. Delete");
    Files.delete(log);
    assertThatThrownBy(() -> report(data)).hasMessageContaining("latency.hlog is missing. Delete");
    Files.write(log, whole);
    report(data);
    Path sample = data.folderOf(key).resolve("sample.json");
    String text = Files.readString(sample);
    Files.writeString(sample, text.replace("\"strata-offheap\"", "\"unknown\""));
    assertThatThrownBy(() -> report(data)).hasMessageContaining("of another run");
    Files.writeString(sample, "{}");
    assertThatThrownBy(() -> report(data)).hasMessageContaining("lacks fields");
    Files.writeString(sample, "{");
    assertThatThrownBy(() -> report(data)).hasMessageContaining("sample.json is damaged");
  }

  private void report(RawData data) throws IOException {
    ComparisonReport.write(data, other.resolve("report.html"), other.resolve("summary.md"));
  }
}
