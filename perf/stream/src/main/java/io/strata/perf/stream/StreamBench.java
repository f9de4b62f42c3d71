package io.strata.perf.stream;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.common.RunLock;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import io.strata.perf.stream.report.StreamReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./strata bench stream}, which measures each engine in separate processes. */
@Command(
    name = "./strata bench stream",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT",
    sortOptions = false,
    header = "Compares Strata's cache of appendable entries with other caches.",
    description = {
      "",
      "Strata, Pravega's streaming cache, OHC, RocksDB and a HashMap store the same entries, each"
          + " in separate, interleaved processes: inserts, reads, deletes, random operations and"
          + " appends. Writes a report in Markdown.",
      "",
      "Takes about 35 minutes, 16 GB of memory and 25 GB of disk for RocksDB; with --small one"
          + " minute and little of either. Keep the machine otherwise idle.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./strata bench stream                        all, to perf/stream/target/STREAMS.md",
      "  ./strata bench stream --output=perf/results  for publication",
      "  ./strata bench stream --engines=pravega,strata --only=appends",
      "  ./strata bench stream --small                a smoke test; its figures are not meaningful"
    })
public final class StreamBench implements Callable<Integer> {
  private static final double MIN_SHARE = 0.001;
  private static final Set<Section> APPENDS = EnumSet.of(Section.APPENDS);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--small", description = "Measure as little as possible, once.")
  private boolean small;

  @Option(
      names = "--share",
      paramLabel = "<share>",
      defaultValue = "1",
      description =
          "Fraction of all entries, operations and appends to measure, if memory or time is short:"
              + " 0.001 to 1. Default: ${DEFAULT-VALUE}.")
  private double share;

  @Option(
      names = "--only",
      paramLabel = "<section>",
      split = ",",
      description =
          "Sections to measure: table (insert, get, delete), random, large (random, 100 KB),"
              + " appends (and tail reads). Default: all.")
  private Set<Section> only = EnumSet.noneOf(Section.class);

  @Option(
      names = "--engines",
      paramLabel = "<engine>",
      split = ",",
      description =
          "Engines to measure: pravega, strata, hash_map, places (copying alone), ohc, rocksdb."
              + " Default: all.")
  private Set<EngineKind> engines = EnumSet.noneOf(EngineKind.class);

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Folder for the report. Default: perf/stream/target.")
  private Path output = Path.of("");

  /** Runs the command and exits: 0 on success, 1 on failure, 2 for an invalid option. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Returns the command line. */
  static CommandLine commandLine() {
    return Program.of(new StreamBench());
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    Scale scale = scale();
    Set<Section> sections = only.isEmpty() ? EnumSet.allOf(Section.class) : EnumSet.copyOf(only);
    Set<EngineKind> kinds =
        engines.isEmpty() ? EnumSet.allOf(EngineKind.class) : EnumSet.copyOf(engines);
    if (kinds.stream().noneMatch(EngineKind::appends) && sections.equals(APPENDS)) {
      throw new ParameterException(
          spec.commandLine(),
          "--only=appends: none of the engines supports appends. Choose other --engines.");
    }
    return measure(new StreamRun(scale, sections, kinds));
  }

  private Scale scale() {
    if (!(share >= MIN_SHARE && share <= 1)) {
      throw new ParameterException(
          spec.commandLine(), "--share=%s: out of range. Use 0.001 to 1.".formatted(share));
    }
    if (small && share != 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--share=%s: cannot be combined with --small. Remove one of them.".formatted(share));
    }
    return small ? Scale.small() : Scale.usual().times(share);
  }

  @SuppressWarnings("try") // The lock is held, not used.
  private int measure(StreamRun run) throws IOException, InterruptedException, BenchException {
    Path home = Path.of(System.getProperty("strata.home", "")).toAbsolutePath();
    Path target = Files.createDirectories(home.resolve("perf/stream/target"));
    Path folder = output.toString().isEmpty() ? target : output;
    PrintStream out = System.out;
    try (RunLock lock = RunLock.take()) {
      Preflight.makeReportFolder(folder);
      run.checkMachine(target);
      List<String> args = spec.commandLine().getParseResult().originalArgs();
      Facts facts =
          new Facts(
              "./strata bench stream " + String.join(" ", args), "engines interleaved", small);
      Figures<EngineKind> figures =
          run.measure(target.resolve("streams"), target.resolve("streams.log"), out);
      Path page = folder.resolve("STREAMS.md");
      Files.writeString(page, new StreamReport(figures, run.scale()).page(facts));
      Files.writeString(folder.resolve("STREAMS.tsv"), figures.tsv());
      out.println("Written to " + page + ".");
      return 0;
    }
  }
}
