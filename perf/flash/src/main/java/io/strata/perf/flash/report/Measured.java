package io.strata.perf.flash.report;

import io.strata.perf.flash.measure.ScatterRun;
import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.WriteBehind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a run measured: what it did not is empty.
 *
 * @param writeBehind inserts a second of each round
 */
public record Measured(
    Map<Reads.Case, Reads.Result> reads,
    Map<Inserts.Case, Inserts.Result> inserts,
    Map<WriteBehind.Case, List<Double>> writeBehind,
    RecoveryRun.@Nullable Results restarts,
    List<ScatterRun.Series> clouds) {
  /** Keeps the order. */
  public Measured {
    reads = new LinkedHashMap<>(reads);
    inserts = new LinkedHashMap<>(inserts);
    writeBehind = new LinkedHashMap<>(writeBehind);
    clouds = List.copyOf(clouds);
  }
}
