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

/** The program behind {@code ./strata bench engine}. */
@Command(
    name = "./strata bench engine",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Measures Strata's off-heap tier beside HBase's own caches.",
    description = {
      "",
      "Runs the benchmarks of the module perf, each cache in processes of its own and by turns with"
          + " the others, and writes one Markdown table. What the processes say goes to"
          + " perf/engine/target/bench.log.",
      "",
      "About 90 minutes and 15 GB of memory. Nothing else should run meanwhile.",
      ""
    },
    footer = {
      "",
      "Rows: hit, hot, latency, insert, heap, fit, stop, close, large, moving, sparse,"
          + " restart, kept, compressed, compressed-disks.",
      "",
      "Examples:",
      "  ./strata bench engine                    all rows, to perf/results/RESULTS.md",
      "  ./strata bench engine hit hot            two rows, to perf/engine/target/bench.md",
      "  ./strata bench engine --rounds 1 insert  one row, once",
      "  ./strata bench engine --quick            to see that it works; its figures are not"
          + " meaningful",
      "  ./strata bench jmh 'HitBenchmark.hit$' -p cache=STRATA -p pattern=ONE -t 2 -prof gc",
      "                                           one JMH benchmark, with JMH's own options (-h"
          + " lists them)"
    })
final class Bench implements Callable<Integer> {
  private static final int MAX_ROUNDS = 20;

  /** What a process takes besides its heap and its direct memory, in MB. */
  private static final int BESIDES_MEGABYTES = 500;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "<row>", description = "Rows to measure. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "<n>",
      defaultValue = "3",
      description =
          "How often each cache is measured, 1 to 20; rows that take long and vary little are"
              + " measured once. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(names = "--quick", description = "Measure as little as possible, once.")
  private boolean quick;

  @Option(
      names = "--output",
      paramLabel = "<file>",
      description =
          "Where to write the table. Default: perf/results/RESULTS.md; perf/engine/target/bench.md when not all"
              + " is measured.")
  private Path output = Path.of("");

  /** Runs, and ends the process: 0 when all was measured, 1 when not, 2 for a wrong option. */
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
          spec.commandLine(), "--rounds is " + rounds + ": give 1 to " + MAX_ROUNDS + ".");
    }
    Path home = Path.of(System.getProperty("strata.home", ""));
    Path file = file(home);
    requireWritable(file);
    Path log = home.resolve("perf/engine/target/bench.log");
    int most = quick ? 1 : rounds;
    Facts facts =
        new Facts(command(), most + " rounds at most", quick).add("HBase", "2.6.4-hadoop3");
    Figures<CacheKind> figures = new Figures<>(CacheKind.class);
    try (RunLock lock = RunLock.take();
        PrintStream out =
            new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
      measure(rows, new Run(quick, figures, out));
    }
    String text = Report.text(facts, rows, figures);
    Files.writeString(file, text);
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
            "There is no row " + name + ": choose from " + String.join(", ", known) + ".");
      }
    }
    return all.stream().filter(row -> names.isEmpty() || names.contains(row.name())).toList();
  }

  private void measure(List<Row> rows, Run run)
      throws BenchException, IOException, InterruptedException {
    for (Row row : rows) {
      Preflight.requireMemory(
          "The row " + row.name(),
          (long) (row.megabytes() + BESIDES_MEGABYTES) << 20,
          "free some, or name other rows");
    }
    int most = quick ? 1 : rounds;
    for (int round = 0; round < most; round++) {
      for (Row row : rows) {
        if (round < row.mostRounds()) {
          say("Round " + (round + 1) + " of " + most + ": " + row.title() + " ...");
          row.measure(run, round);
        }
      }
    }
  }

  /** Looks whether the table can be written, before the time is spent that its figures take. */
  private void requireWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? !Files.isDirectory(file) && Files.isWritable(file)
            : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    if (!writable) {
      throw new ParameterException(
          spec.commandLine(),
          file + " cannot be written: name a file in a folder that exists with --output.");
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
