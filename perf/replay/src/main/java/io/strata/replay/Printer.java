package io.strata.replay;

import io.strata.replay.curve.CurveErrors;
import io.strata.replay.policy.BytePolicy;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.report.BytePolicyTable;
import io.strata.replay.report.ByteTraceTable;
import io.strata.replay.report.HitRatio;
import io.strata.replay.report.PolicyTable;
import io.strata.replay.report.TraceTable;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.Trace;
import io.strata.replay.trace.TraceSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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
  List<HitRatio> printTraces(Contenders contenders, List<Integer> percents) throws IOException {
    TraceTable table = new TraceTable(contenders.ofBlocks().stream().map(Policy::title).toList());
    HitRatios replays = new HitRatios(contenders, percents);
    List<HitRatio> ofBlocks = new ArrayList<>();
    List<HitRatio> ofBytes = new ArrayList<>();
    for (TraceSource each : traces) {
      Trace trace = withAllLengths(each.read());
      List<HitRatio> ofTrace = replays.of(trace);
      if (trace.hasLengths()) {
        ofBytes.addAll(ofTrace);
      } else {
        out.print((ofBlocks.isEmpty() ? table.head() : "") + table.rows(ofTrace));
        out.flush();
        ofBlocks.addAll(ofTrace);
      }
    }
    print(
        ofBlocks.isEmpty() ? "" : table.means(ofBlocks),
        ofBytes.isEmpty()
            ? ""
            : ByteTraceTable.of(
                ofBytes, contenders.ofBytes().stream().map(BytePolicy::title).toList()));
    return joined(ofBlocks, ofBytes);
  }

  /** A row for each policy, the best first, with its means over the traces. */
  List<HitRatio> printPolicies(Contenders contenders, List<Integer> percents) throws IOException {
    HitRatios replays = new HitRatios(contenders, percents);
    List<HitRatio> ofBlocks = new ArrayList<>();
    List<HitRatio> ofBytes = new ArrayList<>();
    for (TraceSource each : traces) {
      progress.println(
          "Trace " + (traces.indexOf(each) + 1) + " of " + traces.size() + ": " + each.title());
      Trace trace = withAllLengths(each.read());
      (trace.hasLengths() ? ofBytes : ofBlocks).addAll(replays.of(trace));
    }
    String lru = new Lru().title();
    print(
        ofBlocks.isEmpty() ? "" : PolicyTable.of(ofBlocks, lru, SampleTraces.heldOut()),
        ofBytes.isEmpty() ? "" : BytePolicyTable.of(ofBytes, lru));
    return joined(ofBlocks, ofBytes);
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

  private static List<HitRatio> joined(List<HitRatio> some, List<HitRatio> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
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
