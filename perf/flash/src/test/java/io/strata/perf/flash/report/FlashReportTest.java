package io.strata.perf.flash.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Facts;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.load.LatencyScatter;
import io.strata.perf.flash.load.Ramp;
import io.strata.perf.flash.load.Step;
import io.strata.perf.flash.measure.Amounts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.RecoveryRun.From;
import io.strata.perf.flash.measure.RecoveryRun.Restart;
import io.strata.perf.flash.measure.ScatterRun;
import io.strata.perf.flash.measure.WriteBehind;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class FlashReportTest {
  private static Map<Reads.ReadCase, Reads.ReadResult> reads(double strata, double hbase) {
    Map<Reads.ReadCase, Reads.ReadResult> reads = new LinkedHashMap<>();
    reads.put(new Reads.ReadCase(Amounts.LARGE, 1, EngineKind.STRATA, false), read(strata));
    reads.put(new Reads.ReadCase(Amounts.LARGE, 1, EngineKind.HBASE, false), read(hbase));
    reads.put(new Reads.ReadCase(Amounts.LARGE, 1, EngineKind.HBASE, true), read(10 * hbase));
    return reads;
  }

  private static Reads.ReadResult read(double rate) {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(1_000);
    return new Reads.ReadResult(List.of(rate, rate), latencies, List.of(69_632.0, 69_632.0));
  }

  private static Facts facts() {
    return new Facts("head", "1 round", false);
  }

  private static Measured of(Map<Reads.ReadCase, Reads.ReadResult> reads) {
    return new Measured(reads, Map.of(), Map.of(), null, List.of());
  }

  @Test
  void judgesByTheUncachedRatio() {
    FlashReport reached = new FlashReport(of(reads(1_300, 1_000)));
    FlashReport missed = new FlashReport(of(reads(1_299, 1_000)));

    assertThat(reached.text(facts())).contains("| reads, 64 KB, 1 thread | ≥ 1.30 × |");
    assertThat(reached.missed()).isEmpty();
    assertThat(missed.text(facts())).contains("**missed**", " 0.13 × ");
    assertThat(missed.missed()).containsExactly("reads, 64 KB, 1 thread");
  }

  @Test
  void keepsTheRawDataOfEachRound() {
    assertThat(RawFigures.tsv(of(reads(1_300, 1_000))))
        .contains(
            "STRATA\treads, 65536 bytes, 1 threads\t1300.0\t1300.0\n",
            "STRATA\treads, 65536 bytes, 1 threads, 99.9 %\t1000.0\n",
            "HBASE\treads, 65536 bytes, 1 threads, all cached\t10000.0\t10000.0\n");
  }

  @Test
  void omitsSectionsNotMeasured() {
    String text = new FlashReport(of(reads(1, 1))).text(facts());

    assertThat(text)
        .contains("`head`", "## Random reads of single blocks")
        .doesNotContain("## Inserts", "## After a restart", "## Latencies at rising rates");
  }

  @Test
  void reportsRestartsThatRestoredNothing() {
    RecoveryRun.Results results =
        new RecoveryRun.Results(
            1_000_000,
            List.of(
                new Restart(From.SNAPSHOT, 1, 2, 1_000, 1_000_000),
                new Restart(From.REGIONS, 1, 1_001, 1_001, 1_000_000),
                new Restart(From.HBASE_MAP, 9, 9, 9, 1_000_000),
                new Restart(From.HBASE_FILE, 9, Double.NaN, 9, 0)),
            new RecoveryRun.Footprint(8, 45, 300));
    FlashReport report =
        new FlashReport(new Measured(Map.of(), Map.of(), Map.of(), results, List.of()));

    assertThat(report.text(facts()))
        .containsPattern("HBase, persistent file deleted +\\| +9 ms \\| +– \\| +nothing \\| +0 ");
    assertThat(report.missed())
        .containsExactly("first hit after a restart from the regions", "restored from the regions");
  }

  @Test
  void comparesWriteBehindForTheSameThreadsAndBlocks() {
    Map<WriteBehind.WriteCase, List<Double>> rates = new LinkedHashMap<>();
    for (int threads : List.of(1, 4)) {
      rates.put(
          new WriteBehind.WriteCase(Amounts.SMALL, threads, EngineKind.STRATA), List.of(380.0));
      rates.put(
          new WriteBehind.WriteCase(Amounts.SMALL, threads, EngineKind.WRITE_THROUGH),
          List.of(100.0 * threads));
    }
    FlashReport report = new FlashReport(new Measured(Map.of(), Map.of(), rates, null, List.of()));

    assertThat(report.text(facts())).contains("3.80 ×", "0.95 ×");
    assertThat(report.missed()).containsExactly("write-behind, 4 KB, 4 threads");
  }

  @Test
  void plotsEveryCellAndTheSaturationPoint() throws Exception {
    Ramp loop = new Ramp(2, Duration.ofMillis(20), number -> {});
    Step run = loop.run(2_000);
    Step calm = new Step(2_000, 2_000, 0, run.p50(), run.p99(), run.p999(), run.scatter());
    Step behind = new Step(4_000, 100, 5, calm.p50(), calm.p99(), 8 * calm.p999(), calm.scatter());
    List<ScatterRun.Series> series =
        List.of(
            new ScatterRun.Series(0, 0, 0, List.of(calm)),
            new ScatterRun.Series(3, 0.2, 0, List.of(calm, behind)));

    String svg = ScatterPlot.of(series);

    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(svg)
        .contains(">memory only<", ">memory over flash, 3 devices<", ">saturation: 4,000 /s<")
        .containsOnlyOnce("saturation");
    assertThat(dots(svg)).isEqualTo(3L * cells(calm));
  }

  private static long dots(String svg) {
    return svg.chars().filter(letter -> letter == 'M').count();
  }

  private static int cells(Step step) {
    int[] cells = {0};
    for (int column = 0; column < LatencyScatter.COLUMNS; column++) {
      step.scatter().forEachRow(column, row -> cells[0]++);
    }
    return cells[0];
  }
}
