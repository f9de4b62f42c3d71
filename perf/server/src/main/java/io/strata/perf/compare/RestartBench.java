package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.data.Restart;
import io.strata.perf.report.RestartReport;
import io.strata.perf.run.RestartComparison;
import io.strata.perf.work.Workspace;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./strata bench restart}. */
@Command(
    name = "./strata bench restart",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Measures a RegionServer's second life: hit ratio and p99 by second.",
    description = {
      "",
      "Stops a RegionServer under a steady load of gets and starts it again, with BucketCache off-heap"
          + " and with Strata's memory that outlives the process, interleaved. Writes a page in"
          + " Markdown and a drawing in SVG.",
      "",
      "About ten minutes and 7 GB of memory; with --small two minutes. Nothing else should use the"
          + " processors meanwhile.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./strata bench restart                        to perf/server/target/RESTART.md",
      "  ./strata bench restart --output=perf/results  to be published",
      "  ./strata bench restart --os-cache             with misses that reach no disk",
      "  ./strata bench restart --small                to see that it works; its figures are not"
          + " meaningful"
    })
final class RestartBench implements Callable<Integer> {
  private static final String TARGET = "perf/server/target";
  private static final int MIN_SECONDS = 12;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--megabytes",
      paramLabel = "<n>",
      description =
          "The table, all of which is in the cache; the cache is half as large again. 16 to 65536."
              + " Default: 512.")
  private @Nullable Integer megabytes;

  @Option(
      names = "--seconds",
      paramLabel = "<n>",
      description = "How long the second life is measured; 12 to 3600. Default: 60.")
  private @Nullable Integer seconds;

  @Option(
      names = "--rounds",
      paramLabel = "<n>",
      description = "How often each cache is measured; 1 to 20. Default: 2.")
  private @Nullable Integer rounds;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      defaultValue = "400",
      description = "Gets a second; 10 to 10000. Default: ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--os-cache",
      description =
          "Leaves the table's files in the operating system's cache. Without it they are dropped"
              + " from there once a second, so that a miss reads the disk.")
  private boolean osCache;

  @Option(
      names = "--memory",
      paramLabel = "<folder>",
      defaultValue = "/dev/shm",
      description =
          "Where Strata's memory lies, on a file system in memory. Default: ${DEFAULT-VALUE}.")
  private Path memory = Path.of("");

  @Option(names = "--small", description = "Measure as little as possible, once.")
  private boolean small;

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Where to write the report. Default: " + TARGET + ".")
  private @Nullable Path output;

  @Mixin private ServerOptions servers = new ServerOptions();

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the program and returns its exit code. Failures are told on standard error. */
  static int execute(String... args) {
    RestartBench bench = new RestartBench();
    bench.arguments = List.of(args);
    return Program.of(bench).execute(args);
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    RestartComparison restarts = restarts();
    Path folder = output == null ? BuildTree.root().resolve(TARGET) : output;
    Preflight.makeReportFolder(folder);
    Preflight.requireWritable(memory, "choose a file system in memory with --memory");
    servers.require(restarts.memoryBytes(), restarts.diskBytes(), "give less with --megabytes");
    Facts facts = facts(restarts);
    Map<Restart.Cache, List<Restart>> measured = new EnumMap<>(Restart.Cache.class);
    try (Workspace kept = Workspace.create(memory, false)) {
      servers.work(
          BuildTree.root().resolve(TARGET).resolve("restart-logs"),
          "measure again with the same command.",
          workspace -> measured.putAll(restarts.run(workspace, kept.folder(), System.out)));
    }
    new RestartReport(measured).write(folder, facts);
    System.out.println();
    System.out.print(Files.readString(folder.resolve(RestartReport.PAGE)));
    return CommandLine.ExitCode.OK;
  }

  private RestartComparison restarts() {
    int after = inRange("--seconds", seconds, small ? MIN_SECONDS : 60, MIN_SECONDS, 3_600);
    return new RestartComparison(
        inRange("--megabytes", megabytes, small ? 32 : 512, 16, 65_536),
        inRange("--rate", rate, rate, 10, 10_000),
        inRange("--rounds", rounds, small ? 1 : 2, 1, 20),
        Duration.ofSeconds(small ? 5 : 20),
        Duration.ofSeconds(after),
        osCache);
  }

  private int inRange(String option, @Nullable Integer value, int otherwise, int least, int most) {
    int chosen = value == null ? otherwise : value;
    if (chosen < least || chosen > most) {
      throw new ParameterException(
          spec.commandLine(), String.format("%s must lie between %d and %d", option, least, most));
    }
    return chosen;
  }

  private Facts facts(RestartComparison restarts) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return new Facts(
            "./strata bench restart " + String.join(" ", arguments),
            restarts.rounds() + " rounds, interleaved",
            small)
        .add("Load before the run", String.format(Locale.ROOT, "%.1f", load))
        .add(
            "Table and cache",
            String.format(
                Locale.ROOT,
                "%,d MB of cells of 1,000 bytes, a cache of %,d MB, %,d gets a second",
                restarts.tableMegabytes(),
                restarts.cacheMegabytes(),
                restarts.rate()))
        .add(
            "Operating system's cache",
            osCache
                ? "holds the table's files"
                : "made to drop the table's files once a second: a miss reads the disk")
        .add("HBase", "2.6.4");
  }
}
