package io.strata.perf.bench.hits;

import io.strata.perf.bench.HitBenchmark;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Bootstrap;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Interval;
import io.strata.perf.common.JvmFork;
import io.strata.perf.common.JvmOptions;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.common.RunLock;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ./strata bench hits}. */
@Command(
    name = "./strata bench hits",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Compares the cost of a hit with that of other versions of Strata.",
    description = {
      "",
      "Each process loads all versions, each by its own class loader, and lets them execute hits"
          + " on blocks of 64 KB in short turns in random order, with one thread. So a disturbance"
          + " of the machine affects all. Compiled code and the place of memory differ by process,"
          + " and the cost of a hit with them by a few hundredths: the interval is that of the mean"
          + " over the processes.",
      "",
      "Takes half a minute for each process, and 2 GB of memory for each version.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  git clone . /tmp/before && cd /tmp/before && git checkout HEAD~1",
      "  ./mvnw package -DskipTests && cd - && ./strata bench hits /tmp/before"
    })
public final class HitsBench implements Callable<Integer> {
  /** What a clone has when it is built: the class paths of the benchmarks and of HBase. */
  private static final List<String> CLASS_PATHS =
      List.of("perf/engine/target/class-path", "integration-tests/hbase-2.6.4/target/class-path");

  private static final String CLASSES = "perf/engine/target/classes";
  private static final int MAX_PROCESSES = 100;
  private static final int ROUNDS = 300;
  private static final int SMALL_ROUNDS = 10;

  /** Of a version: its blocks, which are created on the heap, and the rest of a process. */
  private static final int HEAP_MEGABYTES = 600;

  private static final int DIRECT_MEGABYTES = 1_200;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "<clone>",
      arity = "1..4",
      description = "Folders of clones of other versions, which are built.")
  private List<Path> clones = new ArrayList<>();

  @Option(
      names = "--processes",
      paramLabel = "<n>",
      defaultValue = "12",
      description = "Number of processes, 2 to 100. Default: ${DEFAULT-VALUE}.")
  private int processes;

  @Option(names = "--small", description = "Measure as little as possible.")
  private boolean small;

  /** Runs the command and exits: 0 on success, 1 on failure, 2 for an invalid option. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Returns the command line. */
  static CommandLine commandLine() {
    return Program.of(new HitsBench());
  }

  @Override
  @SuppressWarnings("try") // The lock is held, not used.
  public Integer call() throws BenchException, IOException, InterruptedException {
    if (processes < 2 || processes > MAX_PROCESSES) {
      throw new ParameterException(
          spec.commandLine(),
          "--processes=" + processes + ": out of range. Use 2 to " + MAX_PROCESSES + ".");
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(Integer.toString(small ? SMALL_ROUNDS : ROUNDS));
    arguments.add(System.getProperty("java.class.path"));
    for (Path each : clones) {
      arguments.add(classPath(each));
    }
    int versions = 1 + clones.size();
    Preflight.requireMemory(
        "A process with " + versions + " versions",
        ((long) versions * (HEAP_MEGABYTES + DIRECT_MEGABYTES)) << 20,
        "free memory, or name fewer clones");
    Facts facts =
        new Facts(command(), processes + " processes of all versions", small)
            .add("HBase", "2.6.4-hadoop3");
    Map<String, List<Double>> figures = new HashMap<>();
    try (RunLock lock = RunLock.take()) {
      for (int i = 1; i <= processes; i++) {
        measure(arguments, versions, figures);
        say("Process " + i + " of " + processes + ": " + last(figures, versions));
      }
    }
    spec.commandLine().getOut().println(report(facts, figures));
    return 0;
  }

  private String classPath(Path clone) throws IOException {
    List<String> paths = new ArrayList<>();
    paths.add(clone.resolve(CLASSES).toString());
    for (String each : CLASS_PATHS) {
      Path file = clone.resolve(each);
      if (!Files.isReadable(file)) {
        throw new ParameterException(
            spec.commandLine(),
            clone
                + " is no built clone of Strata: it has no "
                + each
                + ". Run there:"
                + " ./mvnw package -DskipTests.");
      }
      paths.add(Files.readString(file).strip());
    }
    return String.join(File.pathSeparator, paths);
  }

  private static void measure(
      List<String> arguments, int versions, Map<String, List<Double>> figures)
      throws BenchException, IOException, InterruptedException {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    int status =
        new JvmFork(
                JvmOptions.of(versions * HEAP_MEGABYTES, versions * DIRECT_MEGABYTES),
                HitsFork.class,
                arguments)
            .measure(
                new PrintStream(log, true, StandardCharsets.UTF_8),
                (name, value) ->
                    figures.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
    if (status != 0) {
      throw new BenchException(
          "The process exited with "
              + status
              + ". If files of a clone are missing, build it again: ./mvnw package -DskipTests.\n"
              + log.toString(StandardCharsets.UTF_8));
    }
  }

  private String last(Map<String, List<Double>> figures, int versions) {
    List<String> texts = new ArrayList<>();
    for (int version = 0; version < versions; version++) {
      List<Double> nanos = figures.getOrDefault("nanos." + version, List.of());
      texts.add("%s %.0f ns".formatted(title(version), nanos.get(nanos.size() - 1)));
    }
    return String.join(", ", texts);
  }

  private String title(int version) {
    return version == 0 ? "this version" : clones.get(version - 1).toString();
  }

  private Markdown report(Facts facts, Map<String, List<Double>> figures) {
    Markdown page = new Markdown();
    facts.addTo(page);
    page.text(
        "A hit on one of %,d blocks of 64 KB, one thread: a new key, getBlock and release."
            .formatted(HitBenchmark.BLOCKS));
    Table table =
        new Table("version", "ns, median of the processes", "to this version", "95 % interval");
    for (int version = 0; version <= clones.size(); version++) {
      Interval ratio = mean(figures.getOrDefault("ratio." + version, List.of()));
      double nanos = Spread.of(figures.getOrDefault("nanos." + version, List.of())).median();
      table.add(
          title(version),
          text("%.1f", nanos),
          ratio.estimateText(value -> text("%.3f", value)),
          ratio.rangeText(value -> text("%.3f", value)));
    }
    page.table(table);
    return page;
  }

  /** Returns the geometric mean of the processes' ratios. */
  private static Interval mean(List<Double> ratios) {
    double[] logs = ratios.stream().mapToDouble(Math::log).toArray();
    return Bootstrap.interval(
        logs.length,
        times -> {
          double sum = 0;
          for (int i = 0; i < logs.length; i++) {
            sum += times[i] * logs[i];
          }
          return Math.exp(sum / Arrays.stream(times).sum());
        });
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private String command() {
    return "./strata bench hits "
        + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  private void say(String text) {
    spec.commandLine().getErr().println(text);
  }
}
