package io.strata.replay;

import io.strata.perf.common.Markdown;
import io.strata.perf.common.Table;
import io.strata.replay.curve.CurveErrors;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.report.HitRatio;
import io.strata.replay.report.HitRatio.Unit;
import io.strata.replay.report.RatioTables;
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
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;

/** Replays traces one by one and prints the results in Markdown. */
final class Printer {
  private static final String ONE_SIZE =
      "These traces have no block lengths: all blocks have one size, and byte hit ratios are hit"
          + " ratios.";

  private final List<TraceSource> traces;
  private final PrintWriter out;
  private final PrintWriter progress;

  Printer(List<TraceSource> traces, PrintWriter out, PrintWriter progress) {
    this.traces = traces;
    this.out = out;
    this.progress = progress;
  }

  /** Prints a row for each trace and size, with a column for each policy. */
  List<HitRatio> printTraces(List<Policy> contenders, List<Integer> percents) throws IOException {
    Replayed replayed = replay(contenders, percents);
    return print(
        replayed,
        (unit, tables) -> tables.ofTraces(Objects.requireNonNull(replayed.policies.get(unit))));
  }

  /** Prints a row for each policy, the best first, with its means over the traces. */
  List<HitRatio> printPolicies(List<Policy> contenders, List<Integer> percents) throws IOException {
    String lru = new Lru().title();
    return print(
        replay(contenders, percents),
        (unit, tables) ->
            tables.ofPolicies(lru, unit == Unit.BLOCKS ? SampleTraces.heldOut() : Set.of()));
  }

  /** The hit ratios and the replayed policies, for traces of each unit. */
  private record Replayed(Map<Unit, List<HitRatio>> ratios, Map<Unit, List<String>> policies) {}

  private Replayed replay(List<Policy> contenders, List<Integer> percents) throws IOException {
    HitRatios replays = new HitRatios(contenders, percents);
    Replayed replayed = new Replayed(new EnumMap<>(Unit.class), new EnumMap<>(Unit.class));
    for (TraceSource each : traces) {
      progress.println(
          "Trace " + (traces.indexOf(each) + 1) + " of " + traces.size() + ": " + each.title());
      Trace trace = withAllLengths(each.read());
      Unit unit = HitRatios.unitOf(trace);
      replayed.policies.putIfAbsent(unit, replays.titles(trace));
      replayed.ratios.computeIfAbsent(unit, any -> new ArrayList<>()).addAll(replays.of(trace));
    }
    return replayed;
  }

  /** Prints the tables, those of traces without lengths first. */
  private List<HitRatio> print(Replayed replayed, BiFunction<Unit, RatioTables, Table> table) {
    List<String> blocks = new ArrayList<>();
    replayed.ratios.forEach(
        (unit, each) -> {
          blocks.add(Markdown.compact(table.apply(unit, new RatioTables(each))));
          if (unit == Unit.BLOCKS) {
            blocks.add(ONE_SIZE + "\n");
          }
        });
    out.print(String.join("\n", blocks));
    out.flush();
    return replayed.ratios.values().stream().flatMap(List::stream).toList();
  }

  private Trace withAllLengths(Trace trace) {
    if (!trace.hasLengths()) {
      return trace;
    }
    int unknown = trace.unknownLengths();
    if (unknown > 0) {
      progress.printf(
          Locale.ROOT,
          "%s has no length for %,d of %,d blocks; the mean of the others is used.\n",
          trace.name(),
          unknown,
          trace.blocks());
    }
    return trace.withAllLengths();
  }

  /** Prints a row for each trace: the error of the estimated curve against LRU's. */
  void printErrors(double rate) throws IOException {
    CurveErrors errors = new CurveErrors(rate);
    for (TraceSource each : traces) {
      progress.println("Trace " + each.title());
      errors.add(each.read());
    }
    out.print(Markdown.compact(errors.table()));
    out.flush();
  }
}
