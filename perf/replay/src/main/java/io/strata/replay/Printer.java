package io.strata.replay;

import io.strata.replay.curve.CurveErrors;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.report.HitRatio;
import io.strata.replay.report.HitRatio.Unit;
import io.strata.replay.report.PolicyTable;
import io.strata.replay.report.TraceTable;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.Trace;
import io.strata.replay.trace.TraceSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replays traces one by one, and prints what comes of it, in Markdown. */
final class Printer {
  private static final String ONE_SIZE =
      "These traces do not say how long blocks are: all are of one size, and byte hit ratios are"
          + " hit ratios.";

  private final List<TraceSource> traces;
  private final PrintWriter out;
  private final PrintWriter progress;

  Printer(List<TraceSource> traces, PrintWriter out, PrintWriter progress) {
    this.traces = traces;
    this.out = out;
    this.progress = progress;
  }

  /**
   * A row for each trace and size, with a column for each policy: of traces of blocks of one size,
   * as soon as it is there; below them, of those whose lengths are known.
   */
  List<HitRatio> printTraces(List<Policy> contenders, List<Integer> percents) throws IOException {
    HitRatios replays = new HitRatios(contenders, percents);
    Map<Unit, TraceTable> tables = new EnumMap<>(Unit.class);
    StringBuilder below = new StringBuilder();
    for (TraceSource each : traces) {
      Trace trace = withAllLengths(each.read());
      String rows =
          tables
              .computeIfAbsent(
                  HitRatios.unitOf(trace), unit -> new TraceTable(unit, replays.titles(trace)))
              .add(replays.of(trace));
      if (trace.hasLengths()) {
        below.append(rows);
      } else {
        out.print(rows);
        out.flush();
      }
    }
    TraceTable ofBlocks = tables.get(Unit.BLOCKS);
    TraceTable ofBytes = tables.get(Unit.BYTES);
    print(ofBlocks == null ? "" : ofBlocks.means(), ofBytes == null ? "" : below + ofBytes.means());
    return tables.values().stream().flatMap(table -> table.ratios().stream()).toList();
  }

  /** A row for each policy, the best first, with its means over the traces. */
  List<HitRatio> printPolicies(List<Policy> contenders, List<Integer> percents) throws IOException {
    HitRatios replays = new HitRatios(contenders, percents);
    Map<Unit, List<HitRatio>> ratios = new EnumMap<>(Unit.class);
    for (TraceSource each : traces) {
      progress.println(
          "Trace " + (traces.indexOf(each) + 1) + " of " + traces.size() + ": " + each.title());
      Trace trace = withAllLengths(each.read());
      ratios
          .computeIfAbsent(HitRatios.unitOf(trace), unit -> new ArrayList<>())
          .addAll(replays.of(trace));
    }
    print(
        policies(ratios.get(Unit.BLOCKS), SampleTraces.heldOut()),
        policies(ratios.get(Unit.BYTES), Set.of()));
    return ratios.values().stream().flatMap(List::stream).toList();
  }

  private static String policies(@Nullable List<HitRatio> ratios, Set<String> heldOut) {
    return ratios == null ? "" : PolicyTable.of(ratios, new Lru().title(), heldOut);
  }

  /** The ends of the tables of the two kinds of trace, each empty when there was none. */
  private void print(String ofBlocks, String ofBytes) {
    out.print(ofBlocks);
    if (!ofBlocks.isEmpty()) {
      out.print("\n" + ONE_SIZE + "\n");
    }
    if (!ofBlocks.isEmpty() && !ofBytes.isEmpty()) {
      out.print("\n");
    }
    out.print(ofBytes);
    out.flush();
  }

  private Trace withAllLengths(Trace trace) {
    if (!trace.hasLengths()) {
      return trace;
    }
    int unknown = trace.unknownLengths();
    if (unknown > 0) {
      progress.printf(
          Locale.ROOT,
          "%s does not say how long %,d of %,d blocks are: they are taken to be the others' mean.\n",
          trace.name(),
          unknown,
          trace.blocks());
    }
    return trace.withAllLengths();
  }

  /** A row for each trace: how far the estimated curve is from LRU's. */
  void printErrors(double rate) throws IOException {
    CurveErrors errors = new CurveErrors(rate);
    out.print(errors.head());
    for (TraceSource each : traces) {
      out.print(errors.rowOf(each.read()));
      out.flush();
    }
    out.print(errors.means());
    out.flush();
  }
}
