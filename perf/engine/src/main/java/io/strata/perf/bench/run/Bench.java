package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.report.MovingChart;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Figures;
import io.strata.perf.common.Machine;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.common.RunLock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./strata bench engine}. */
@Command(
    name = "./strata bench engine",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Compares Strata's off-heap tier with HBase's own caches.",
    description = {
      "",
      "Runs the benchmarks of the module perf/engine, each cache in separate processes that are"
          + " interleaved with those of the others, and writes one Markdown table. The output of"
          + " the processes goes to perf/engine/target/bench.log.",
      "",
      "Takes more than five hours and 22 GB of memory. Keep the machine otherwise idle.",
      ""
    },
    footer = {
      "",
      "Rows: hit, hot, latency, insert, heap, fit, stop, background, close, large, moving,"
          + " moving-16gb, moving-100gb, sizes, restart, kept, compressed, compressed-costs,"
          + " compressed-random,"
          + " compressed-hits, compressed-disks, compressed-small, dictionaries.",
      "",
      "Examples:",
      "  ./strata bench engine                    all rows, to perf/results/RESULTS.md",
      "  ./strata bench engine hit hot            two rows, to perf/engine/target/bench.md",
      "  ./strata bench engine --rounds 1 insert  one row, once",
      "  ./strata bench engine --case GB_100.TO_ANY moving-100gb",
      "                                           one case of a row",
      "  ./strata bench engine --quick            a smoke test; its figures are not meaningful",
      "  ./strata bench jmh 'HitBenchmark.hit$' -p cache=STRATA -p pattern=ONE -t 2 -prof gc",
      "                                           one JMH benchmark, with JMH's own options (see"
          + " -h)"
    })
final class Bench implements Callable<Integer> {
  /** Most measurements of each cache. */
  static final int MAX_ROUNDS = 20;

  /** Memory of a process in addition to its heap and direct memory, in MB. */
  private static final int OVERHEAD_MEGABYTES = 500;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "<row>", description = "Rows to measure. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "<n>",
      defaultValue = "3",
      description =
          "Number of measurements of each cache, 1 to 20; rows that take long and vary little are"
              + " measured once. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--case",
      paramLabel = "<name>",
      description = "Measure this case of the rows only, such as GB_100.TO_ANY. Default: all.")
  private String only = "";

  @Option(names = "--quick", description = "Measure as little as possible, once.")
  private boolean quick;

  @Option(
      names = "--output",
      paramLabel = "<file>",
      description =
          "File for the table. Default: perf/results/RESULTS.md, or perf/engine/target/bench.md if"
              + " not all rows are measured.")
  private Path output = Path.of("");

  /** Runs the command and exits: 0 on success, 1 on failure, 2 for an invalid option. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Returns the command line. */
  static CommandLine commandLine() {
    return Program.of(new Bench());
  }

  @Override
  @SuppressWarnings("try") // The lock is held, not used.
  public Integer call() throws BenchException, IOException, InterruptedException {
    List<Row> rows = rows();
    if (rounds < 1 || rounds > MAX_ROUNDS) {
      throw new ParameterException(
          spec.commandLine(),
          "--rounds=" + rounds + ": out of range. Use 1 to " + MAX_ROUNDS + ".");
    }
    Path home = Path.of(System.getProperty("strata.home", ""));
    Path file = file(home);
    requireWritable(file);
    Path log = home.resolve("perf/engine/target/bench.log");
    int maxRounds = quick ? 1 : rounds;
    Facts facts =
        new Facts(command(), "up to " + maxRounds + " rounds", quick).add("HBase", "2.6.4-hadoop3");
    Figures<CacheKind> figures = new Figures<>(CacheKind.class);
    try (RunLock lock = RunLock.take();
        PrintStream out =
            new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
      measure(rows, new Run(only, quick, figures, out));
    }
    String text = Report.text(facts, rows, figures);
    Files.writeString(file, text);
    String name = String.valueOf(file.getFileName());
    Files.writeString(file.resolveSibling(name.replaceFirst("\\.md$", "") + ".tsv"), figures.tsv());
    if (MovingChart.isMeasured(figures)) {
      Files.writeString(file.resolveSibling(Report.MOVING_CHART), MovingChart.svg(figures));
    }
    spec.commandLine().getOut().println(text);
    say("Written to " + file + ".");
    return 0;
  }

  private List<Row> rows() {
    List<Row> all = Rows.all(Machine.cores());
    List<String> known = all.stream().map(Row::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "Unknown row \"" + name + "\": choose from " + String.join(", ", known) + ".");
      }
    }
    List<Row> rows =
        all.stream().filter(row -> names.isEmpty() || names.contains(row.name())).toList();
    if (!only.isEmpty()) {
      rows.forEach(this::requireCase);
    }
    return rows;
  }

  private void requireCase(Row row) {
    if (!row.caseNames().contains(only)) {
      throw new ParameterException(
          spec.commandLine(),
          "--case=%s: the row %s has no such case. %s"
              .formatted(
                  only,
                  row.name(),
                  row.caseNames().isEmpty()
                      ? "It has none: name other rows, or leave the option out."
                      : "Choose from " + String.join(", ", row.caseNames()) + "."));
    }
  }

  private void measure(List<Row> rows, Run run)
      throws BenchException, IOException, InterruptedException {
    for (Row row : rows) {
      Preflight.requireMemory(
          "The row " + row.name(),
          (long) (row.megabytes() + OVERHEAD_MEGABYTES) << 20,
          "free memory, or choose other rows");
      Preflight.requireMappings("The row " + row.name(), run.quick() ? 0 : row.mappings());
    }
    int count = quick ? 1 : rounds;
    for (int round = 0; round < count; round++) {
      for (Row row : rows) {
        if (round < row.maxRounds()) {
          say("Round " + (round + 1) + " of " + count + ": " + row.title() + " ...");
          row.measure(run, round);
        }
      }
    }
  }

  /** Requires that the table can be written, before anything is measured. */
  private void requireWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? !Files.isDirectory(file) && Files.isWritable(file)
            : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    if (!writable) {
      throw new ParameterException(
          spec.commandLine(),
          "--output=" + file + ": not writable. Choose a file in an existing folder.");
    }
  }

  private Path file(Path home) {
    if (!output.toString().isEmpty()) {
      return output;
    }
    boolean all = names.isEmpty() && !quick;
    return home.resolve(all ? "perf/results/RESULTS.md" : "perf/engine/target/bench.md");
  }

  private String command() {
    return spec.commandLine().getParseResult().originalArgs().stream()
        .collect(Collectors.joining(" ", "./strata bench engine ", ""))
        .strip();
  }

  private void say(String text) {
    PrintStream err = System.err;
    err.println(text);
  }
}
