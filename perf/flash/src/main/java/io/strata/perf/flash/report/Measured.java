package io.strata.perf.flash.report;

import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.ScatterRun;
import io.strata.perf.flash.measure.WriteBehind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run; sections that were not measured are empty.
 *
 * @param writeBehind inserts per second of each round
 * @param latencies of each store at rising rates
 */
public record Measured(
    Map<Reads.ReadCase, Reads.ReadResult> reads,
    Map<Inserts.InsertCase, Inserts.InsertResult> inserts,
    Map<WriteBehind.WriteCase, List<Double>> writeBehind,
    RecoveryRun.@Nullable Results restarts,
    List<ScatterRun.Series> latencies) {
  /** Copies the results and keeps their order. */
  public Measured {
    reads = new LinkedHashMap<>(reads);
    inserts = new LinkedHashMap<>(inserts);
    writeBehind = new LinkedHashMap<>(writeBehind);
    latencies = List.copyOf(latencies);
  }
}
