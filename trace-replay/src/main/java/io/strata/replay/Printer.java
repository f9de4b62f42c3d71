package io.strata.replay;

import io.strata.replay.curve.CurveErrors;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.report.HitRatio;
import io.strata.replay.report.PolicyTable;
import io.strata.replay.report.TraceTable;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.TraceSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Replays traces one by one, and prints what comes of it, in Markdown. */
final class Printer {
  private final List<TraceSource> traces;
  private final PrintWriter out;
  private final PrintWriter progress;

  Printer(List<TraceSource> traces, PrintWriter out, PrintWriter progress) {
    this.traces = traces;
    this.out = out;
    this.progress = progress;
  }

  /** A row for each trace and size, as soon as it is there, with a column for each policy. */
  List<HitRatio> printTraces(List<Policy> policies, List<Integer> percents) throws IOException {
    TraceTable table = new TraceTable(policies.stream().map(Policy::title).toList());
    HitRatios replays = new HitRatios(policies, percents);
    List<HitRatio> ratios = new ArrayList<>();
    out.print(table.head());
    for (TraceSource each : traces) {
      List<HitRatio> ofTrace = replays.of(each.read());
      ratios.addAll(ofTrace);
      out.print(table.rows(ofTrace));
      out.flush();
    }
    out.print(table.means(ratios));
    out.flush();
    return ratios;
  }

  /** A row for each policy, the best first, with its means over the traces. */
  List<HitRatio> printPolicies(List<Policy> policies, List<Integer> percents) throws IOException {
    HitRatios replays = new HitRatios(policies, percents);
    List<HitRatio> ratios = new ArrayList<>();
    for (TraceSource each : traces) {
      progress.println(
          "Trace " + (traces.indexOf(each) + 1) + " of " + traces.size() + ": " + each.title());
      ratios.addAll(replays.of(each.read()));
    }
    out.print(PolicyTable.of(ratios, new Lru().title(), SampleTraces.heldOut()));
    out.flush();
    return ratios;
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
