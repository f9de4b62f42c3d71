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
import picocli.CommandLine.Spec;

/** The program behind {@code ./strata bench restart}. */
@Command(
    name = "./strata bench restart",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Measures hit ratio and p99 latency by second after a RegionServer's restart.",
    description = {
      "",
      "Restarts a RegionServer under a steady load of gets, alternately with BucketCache off-heap"
          + " and with Strata, whose memory outlives the process. Writes RESTART.md and a chart in"
          + " SVG.",
      "",
      "Takes 10 minutes and 7 GB of memory, with --small 2 minutes. Keep the machine otherwise"
          + " idle.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./strata bench restart                        misses read the disk",
      "  ./strata bench restart --os-cache             misses read the page cache",
      "  ./strata bench restart --small                a test run",
      "  ./strata bench restart --output=perf/results  replaces the published report"
    })
final class RestartBench implements Callable<Integer> {
  private static final String TARGET = "perf/server/target";
  private static final int MIN_SECONDS = 12;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--megabytes",
      paramLabel = "<n>",
      description =
          "Size of the table, 16 to 65536; the cache is 1.5 times as large and holds all of it."
              + " Default: 512.")
  private @Nullable Integer megabytes;

  @Option(
      names = "--seconds",
      paramLabel = "<n>",
      description = "Time measured after the restart; 12 to 3600. Default: 60.")
  private @Nullable Integer seconds;

  @Option(
      names = "--rounds",
      paramLabel = "<n>",
      description = "Number of restarts with each cache; 1 to 20. Default: 2.")
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
          "Keeps the table's files in the page cache. By default they are dropped from it once a"
              + " second, so that a miss reads the disk.")
  private boolean osCache;

  @Option(
      names = "--small",
      description = "A test run of 2 minutes. Its figures are not meaningful.")
  private boolean small;

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Folder for the report. Default: " + TARGET + ".")
  private @Nullable Path output;

  @Mixin private KeptMemory memory = new KeptMemory();

  @Mixin private ServerOptions servers = new ServerOptions();

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. Failures are printed to standard error. */
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
    memory.require();
    servers.require(restarts.memoryBytes(), restarts.diskBytes(), "set --megabytes lower");
    Facts facts = facts(restarts);
    Map<Restart.RestartedCache, List<Restart>> measured =
        new EnumMap<>(Restart.RestartedCache.class);
    try (Workspace kept = memory.open()) {
      servers.work(
          BuildTree.root().resolve(TARGET).resolve("restart-logs"),
          "repeat the command.",
          workspace -> measured.putAll(restarts.run(workspace, kept.folder(), System.out)));
    }
    new RestartReport(measured).write(folder, facts);
    System.out.println();
    System.out.print(Files.readString(folder.resolve(RestartReport.PAGE)));
    return CommandLine.ExitCode.OK;
  }

  private RestartComparison restarts() {
    OptionCheck check = new OptionCheck(spec);
    int after = check.inRange("--seconds", seconds, small ? MIN_SECONDS : 60, MIN_SECONDS, 3_600);
    return new RestartComparison(
        check.inRange("--megabytes", megabytes, small ? 32 : 512, 16, 65_536),
        check.inRange("--rate", rate, rate, 10, 10_000),
        check.inRange("--rounds", rounds, small ? 1 : 2, 1, 20),
        Duration.ofSeconds(small ? 5 : 20),
        Duration.ofSeconds(after),
        osCache);
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
            "Page cache",
            osCache
                ? "holds the table's files"
                : "the table's files are dropped once a second, so that a miss reads the disk")
        .add("HBase", "2.6.4");
  }
}
