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

/** {@code ./strata replay}: prints hit ratios on published traces. */
@Command(
    name = "./strata replay",
    mixinStandardHelpOptions = true,
    version = "Strata",
    description = {
      "Replays published traces on the off-heap engine, and prints which share of the accesses it"
          + " hits, in percent, beside LRU and Belady's optimum, as a table in Markdown.",
      "",
      "The optimum knows what comes: no policy reaches it.",
      "",
      "Where a trace says how long each block is, caches are bounded by bytes, and byte hit ratios"
          + " are printed as well; in place of the optimum, a bound that it does not exceed. A dash:"
          + " a cache smaller than the engine can be."
    })
public final class Replay implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--traces",
      split = ",",
      paramLabel = "<name>",
      description =
          "Which traces. Default: all that were published. Made up, of blocks of different"
              + " lengths: mixed-sizes, and small-hot, of which the blocks that are read most are"
              + " short.")
  private List<String> traces = SampleTraces.titles();

  @Option(
      names = "--percents",
      split = ",",
      paramLabel = "<n>",
      description =
          "Sizes of the cache, in percent of the trace's blocks, or of their bytes where it is known"
              + " how long each is. Default: 1,5,10,20,50.")
  private List<Integer> percents = List.of(1, 5, 10, 20, 50);

  @Option(
      names = "--peers",
      description =
          "Also replay on the policies of Caffeine's simulator, and print the mean of all traces"
              + " for each policy, the best first. Takes some minutes. Where lengths are known, on"
              + " those that take them into account.")
  private boolean peers;

  @Option(
      names = "--csv",
      paramLabel = "<file>",
      description = "Write each hit ratio, from 0 to 1, into a file.")
  private @Nullable Path csv;

  @Option(
      names = "--plot",
      paramLabel = "<file>",
      description =
          "Draw hit ratios, and byte hit ratios where they are others, by size into a file, as SVG:"
              + " Strata, LRU, the optimum and, of the peers, the best, Caffeine and S3-FIFO.")
  private @Nullable Path plot;

  @Option(
      names = "--curve",
      arity = "0..1",
      paramLabel = "<rate>",
      fallbackValue = "1",
      description =
          "Print how far the engine's estimate of LRU's hit ratio is from the exact one instead;"
              + " the rate is the share of the blocks that are sampled at first. Default:"
              + " ${FALLBACK-VALUE}.")
  private @Nullable Double curve;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "<name>",
      description = "Which of the engine's policies. Default: all.")
  private List<String> engines = Policies.titles();

  @Option(
      names = "--trace-files",
      split = ",",
      paramLabel = "<path>",
      description =
          "Replay look-ups of data blocks that a server has recorded, of a file or of all in a"
              + " folder.")
  private List<Path> recordings = List.of();

  @Option(
      names = "--show",
      split = ",",
      paramLabel = "<path>",
      description = "Say what a server has recorded, and replay nothing.")
  private List<Path> shown = List.of();

  private Replay() {}

  /** The program. */
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

  /** Those that are named; where recordings are and nothing else, those alone. */
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
    return found.orElseThrow(() -> noSuch("trace", name, choice));
  }

  private ParameterException noSuch(String what, String name, List<String> choice) {
    return new ParameterException(
        spec.commandLine(),
        "There is no %s %s: choose of %s.".formatted(what, name, String.join(", ", choice)));
  }

  /** The optimum or a bound of it first, then LRU, the engine's, and the peers if asked for. */
  private List<Policy> contenders() {
    List<Policy> all = new ArrayList<>(List.of(new Belady(), new PackedIntervals(), new Lru()));
    for (String title : engines) {
      Policies engine =
          Policies.named(title).orElseThrow(() -> noSuch("policy", title, Policies.titles()));
      all.add(new EnginePolicy(engine));
    }
    if (peers) {
      all.addAll(PeerPolicies.all());
    }
    return all;
  }

  /** Published traces, and others' policies, are of a library that a release does not have. */
  private void checkClone() {
    if (SampleTraces.areThere()) {
      return;
    }
    if (peers) {
      throw new ParameterException(
          spec.commandLine(),
          "--peers replays on policies that a release does not have: run it in a clone of the"
              + " repository.");
    }
    if (chosen().stream().anyMatch(SampleTraces.class::isInstance)) {
      throw new ParameterException(
          spec.commandLine(),
          "Published traces are not in a release: name what a server has recorded by"
              + " --trace-files, made-up ones by --traces=%s, or run it in a clone of the repository."
                  .formatted(String.join(",", SyntheticTraces.titles())));
    }
  }

  private double checkedRate(double rate) {
    if (!(rate > 0 && rate <= 1)) {
      throw new ParameterException(
          spec.commandLine(), "--curve=" + rate + " is no share: give over 0, up to 1.");
    }
    return rate;
  }

  private void checkPercents() {
    for (int percent : percents) {
      if (percent < 1 || percent > 100) {
        throw new ParameterException(
            spec.commandLine(), "--percents=" + percent + " is no size: give 1 to 100.");
      }
    }
  }

  /** Before minutes of replays, not after. */
  private void checkFolder(String option, @Nullable Path file) {
    if (file != null && !Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
      throw new ParameterException(
          spec.commandLine(), option + "=" + file + " is in no folder that there is.");
    }
  }
}
