package io.strata.perf.flash.report;

import io.strata.perf.common.Figures;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.load.Step;
import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.ScatterRun;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The results of a run as raw data: rates are a second, latencies in nanoseconds. Stateless. */
final class RawFigures {
  private static final double[] PERCENTILES = {50, 99, 99.9};

  private RawFigures() {}

  /** Returns a line for each engine and figure, with the value of each round. */
  static String tsv(Measured measured) {
    Figures<EngineKind> figures = new Figures<>(EngineKind.class);
    measured.reads().forEach((of, result) -> addReads(figures, of, result));
    measured.inserts().forEach((of, result) -> addInserts(figures, of, result));
    measured
        .writeBehind()
        .forEach(
            (of, rates) -> {
              String name = "write-behind, %d bytes, %d threads";
              add(figures, name.formatted(of.blockBytes(), of.threads()), of.engine(), rates);
            });
    RecoveryRun.Results restarts = measured.restarts();
    if (restarts != null) {
      addRestarts(figures, restarts);
    }
    measured.latencies().forEach(series -> addLatencies(figures, series));
    return figures.tsv();
  }

  private static void addReads(
      Figures<EngineKind> figures, Reads.ReadCase of, Reads.ReadResult result) {
    String name =
        "reads, %d bytes, %d threads%s"
            .formatted(of.blockBytes(), of.threads(), of.cached() ? ", all cached" : "");
    add(figures, name, of.engine(), result.rates());
    add(figures, name + ", device bytes", of.engine(), result.deviceBytes());
    Histogram latencies = result.latencies();
    for (double percentile : PERCENTILES) {
      String latency = String.format(Locale.ROOT, "%s, %.1f %%", name, percentile);
      figures.add(latency, of.engine(), (double) latencies.getValueAtPercentile(percentile));
    }
  }

  private static void addInserts(
      Figures<EngineKind> figures, Inserts.InsertCase of, Inserts.InsertResult result) {
    String name =
        "inserts, %d bytes, %s%s"
            .formatted(of.blockBytes(), of.full() ? "full" : "empty", of.warm() ? ", warm" : "");
    add(figures, name, of.engine(), result.rates());
    add(figures, name + ", device bytes per byte", of.engine(), result.deviceBytes());
    add(figures, name + ", own count of them", of.engine(), result.ownBytes());
    add(figures, name + ", share lost", of.engine(), result.lost());
  }

  private static void addRestarts(Figures<EngineKind> figures, RecoveryRun.Results results) {
    for (RecoveryRun.Restart each : results.restarts()) {
      EngineKind engine =
          switch (each.from()) {
            case SNAPSHOT, REGIONS -> EngineKind.STRATA;
            case HBASE_MAP, HBASE_FILE -> EngineKind.HBASE;
          };
      String name = "restart, " + each.from();
      figures.add(name + ", open, ms", engine, each.openMillis());
      figures.add(name + ", first hit, ms", engine, each.hitMillis());
      figures.add(name + ", restored, ms", engine, each.restoredMillis());
      figures.add(name + ", blocks", engine, (double) each.blocks());
    }
    RecoveryRun.Footprint footprint = results.footprint();
    figures.add("heap per block, bytes", EngineKind.STRATA, footprint.strataHeap());
    figures.add("index per block, bytes", EngineKind.STRATA, footprint.strataIndex());
    figures.add("heap per block, bytes", EngineKind.HBASE, footprint.hbaseHeap());
  }

  private static void addLatencies(Figures<EngineKind> figures, ScatterRun.Series series) {
    String store = "latencies, %d devices, ".formatted(series.devices());
    for (Step step : series.steps()) {
      String name = String.format(Locale.ROOT, "%s%.0f due", store, step.target());
      figures.add(name + ", served", EngineKind.STRATA, step.achieved());
      figures.add(name + ", given up", EngineKind.STRATA, (double) step.unserved());
      figures.add(name + ", 50.0 %", EngineKind.STRATA, step.p50());
      figures.add(name + ", 99.0 %", EngineKind.STRATA, step.p99());
      figures.add(name + ", 99.9 %", EngineKind.STRATA, step.p999());
    }
  }

  private static void add(
      Figures<EngineKind> figures, String name, EngineKind engine, List<Double> rounds) {
    rounds.forEach(value -> figures.add(name, engine, value));
  }
}
