package io.strata.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.l2.policy.Policies;
import io.strata.perf.common.Program;
import io.strata.replay.engine.EnginePolicy;
import io.strata.replay.peer.PeerPolicies;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.PackedIntervals;
import io.strata.replay.policy.Policy;
import io.strata.replay.report.Csv;
import io.strata.replay.report.HitRatio;
import io.strata.replay.trace.RecordedTrace;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.SyntheticTraces;
import io.strata.replay.trace.TraceSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./strata replay}: prints hit ratios on published traces. */
@Command(
    name = "./strata replay",
    mixinStandardHelpOptions = true,
    version = "Strata",
    description = {
      "Replays published traces on the off-heap engine, and prints its hit ratios in percent, next"
          + " to LRU and Belady's optimum, as a Markdown table.",
      "",
      "The optimum knows all later accesses: no policy reaches it.",
      "",
      "If a trace has block lengths, caches are bounded by bytes, and byte hit ratios are printed"
          + " as well, with an upper bound instead of the optimum. A dash: a cache smaller than the"
          + " engine's minimum."
    })
public final class Replay implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--traces",
      split = ",",
      paramLabel = "<name>",
      description =
          "Traces to replay. Default: all published ones. Synthetic ones, of blocks of different"
              + " lengths: mixed-sizes, and small-hot, whose hottest blocks are short.")
  private List<String> traces = SampleTraces.titles();

  @Option(
      names = "--percents",
      split = ",",
      paramLabel = "<n>",
      description =
          "Cache sizes in percent of the trace's blocks, or of their bytes if the lengths are"
              + " known. Default: 1,5,10,20,50.")
  private List<Integer> percents = List.of(1, 5, 10, 20, 50);

  @Option(
      names = "--peers",
      description =
          "Also replay the policies of Caffeine's simulator, and print the mean of all traces for"
              + " each policy, the best first. Takes some minutes. If lengths are known, only"
              + " policies that take them into account.")
  private boolean peers;

  @Option(
      names = "--csv",
      paramLabel = "<file>",
      description = "Write each hit ratio, from 0 to 1, to a file.")
  private @Nullable Path csv;

  @Option(
      names = "--plot",
      paramLabel = "<file>",
      description =
          "Plot hit ratios, and byte hit ratios if lengths are known, by size to an SVG file:"
              + " Strata, LRU, the optimum and, of the peers, the best, Caffeine and S3-FIFO.")
  private @Nullable Path plot;

  @Option(
      names = "--curve",
      arity = "0..1",
      paramLabel = "<rate>",
      fallbackValue = "1",
      description =
          "Instead print the error of the engine's estimate of LRU's hit ratio; the rate is the"
              + " share of the blocks that are sampled initially. Default: ${FALLBACK-VALUE}.")
  private @Nullable Double curve;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "<name>",
      description = "Policies of the engine to replay. Default: all.")
  private List<String> engines = Policies.titles();

  @Option(
      names = "--trace-files",
      split = ",",
      paramLabel = "<path>",
      description =
          "Replay the lookups of data blocks that a server has recorded, from a file or from all"
              + " files in a folder.")
  private List<Path> recordings = List.of();

  @Option(
      names = "--show",
      split = ",",
      paramLabel = "<path>",
      description = "Summarize what a server has recorded, and replay nothing.")
  private List<Path> shown = List.of();

  private Replay() {}

  /** Runs the command and exits. */
  public static void main(String... arguments) {
    System.exit(
        run(
            new PrintWriter(System.out, true, UTF_8),
            new PrintWriter(System.err, true, UTF_8),
            arguments));
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return Program.of(new Replay()).setOut(out).setErr(err).execute(arguments);
  }

  @Override
  public Integer call() throws IOException {
    if (!shown.isEmpty()) {
      return show();
    }
    checkPercents();
    checkClone();
    checkFolder("--csv", csv);
    checkFolder("--plot", plot);
    CommandLine command = spec.commandLine();
    Printer printer = new Printer(chosen(), command.getOut(), command.getErr());
    if (curve != null) {
      printer.printErrors(checkedRate(curve));
      return 0;
    }
    List<HitRatio> ratios =
        peers
            ? printer.printPolicies(contenders(), percents)
            : printer.printTraces(contenders(), percents);
    if (csv != null) {
      Files.writeString(csv, Csv.of(ratios));
    }
    if (plot != null) {
      Files.writeString(plot, Plot.of(ratios));
    }
    return 0;
  }

  private int show() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (Path each : shown) {
      out.print(RecordingSummary.of(each));
    }
    out.flush();
    return 0;
  }

  /** Returns the named traces; if there are recordings and no named traces, only the recordings. */
  private List<TraceSource> chosen() {
    List<TraceSource> chosen = new ArrayList<>();
    boolean named = spec.commandLine().getParseResult().hasMatchedOption("--traces");
    for (String name : recordings.isEmpty() || named ? traces : List.<String>of()) {
      chosen.add(traceOf(name));
    }
    for (Path each : recordings) {
      chosen.add(new RecordedTrace(each, spec.commandLine().getErr()::println));
    }
    return chosen;
  }

  private TraceSource traceOf(String name) {
    Optional<? extends TraceSource> found = SampleTraces.named(name);
    if (found.isEmpty()) {
      found = SyntheticTraces.named(name);
    }
    List<String> choice = new ArrayList<>(SampleTraces.titles());
    choice.addAll(SyntheticTraces.titles());
    return found.orElseThrow(() -> unknown("--traces", "trace", name, choice));
  }

  private ParameterException unknown(String option, String what, String name, List<String> choice) {
    return new ParameterException(
        spec.commandLine(),
        "%s=%s: unknown %s. Choose from %s."
            .formatted(option, name, what, String.join(", ", choice)));
  }

  /**
   * Returns the optimum and its upper bound, LRU, the engine's policies, and the peers if
   * requested.
   */
  private List<Policy> contenders() {
    List<Policy> all = new ArrayList<>(List.of(new Belady(), new PackedIntervals(), new Lru()));
    for (String title : engines) {
      Policies engine =
          Policies.named(title)
              .orElseThrow(() -> unknown("--policies", "policy", title, Policies.titles()));
      all.add(new EnginePolicy(engine));
    }
    if (peers) {
      all.addAll(PeerPolicies.all());
    }
    return all;
  }

  /** Rejects published traces and peer policies in a release, which lacks their library. */
  private void checkClone() {
    if (SampleTraces.areAvailable()) {
      return;
    }
    if (peers) {
      throw new ParameterException(
          spec.commandLine(),
          "--peers: not available in a release. Run it in a clone of the repository.");
    }
    if (chosen().stream().anyMatch(SampleTraces.class::isInstance)) {
      throw new ParameterException(
          spec.commandLine(),
          "Published traces are not available in a release. Name a recording with --trace-files or"
              + " a synthetic trace with --traces=%s, or run this in a clone of the repository."
                  .formatted(String.join(",", SyntheticTraces.titles())));
    }
  }

  private double checkedRate(double rate) {
    if (!(rate > 0 && rate <= 1)) {
      throw new ParameterException(
          spec.commandLine(), "--curve=" + rate + ": must be above 0, at most 1.");
    }
    return rate;
  }

  private void checkPercents() {
    for (int percent : percents) {
      if (percent < 1 || percent > 100) {
        throw new ParameterException(
            spec.commandLine(), "--percents=" + percent + ": must be from 1 to 100.");
      }
    }
  }

  /** Checks the folder before minutes of replays, not after. */
  private void checkFolder(String option, @Nullable Path file) {
    if (file != null && !Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
      throw new ParameterException(
          spec.commandLine(), option + "=" + file + ": its folder does not exist. Create it.");
    }
  }
}
