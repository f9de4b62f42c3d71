package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.data.StoreTrial;
import io.strata.perf.data.StoreTrial.StoreCache;
import io.strata.perf.report.ObjectStoreReport;
import io.strata.perf.run.ObjectStoreComparison;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** The program behind {@code ./strata bench object-store}. */
@Command(
    name = "./strata bench object-store",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Counts requests to an object store below HBase, and estimates the bill.",
    description = {
      "",
      "Stores HBase's files in a local S3 server, and reads a table through BucketCache off-heap,"
          + " BucketCache in a file, and Strata off-heap with disks: with an empty cache, again,"
          + " and after a restart of the RegionServer. Writes OBJECT-STORE.md.",
      "",
      "Takes 7 minutes and 6 GB of memory, with --small 2 minutes. Keep the machine otherwise"
          + " idle.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./strata bench object-store                        the default sizes",
      "  ./strata bench object-store --megabytes=2048 --reads=100000",
      "                                                     a longer run",
      "  ./strata bench object-store --small                a test run",
      "  ./strata bench object-store --output=perf/results  replaces the published report"
    })
final class ObjectStoreBench implements Callable<Integer> {
  private static final String TARGET = "perf/server/target";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--megabytes",
      paramLabel = "<n>",
      description =
          "Size of the table, 80 to 65536; the caches in memory are a quarter of it, those on disk"
              + " twice as large. Default: 320.")
  private @Nullable Integer megabytes;

  @Option(
      names = "--reads",
      paramLabel = "<n>",
      description = "Rows read in each phase, 1000 to 100000000. Default: 10000.")
  private @Nullable Integer reads;

  @Option(
      names = "--latency",
      paramLabel = "<ms>",
      defaultValue = "15",
      description =
          "Time by which the object store delays each answer, 0 to 1000. Default:"
              + " ${DEFAULT-VALUE}.")
  private int latency;

  @Option(
      names = "--small",
      description = "A test run of 2 minutes. Its figures are not meaningful.")
  private boolean small;

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Folder for the report. Default: " + TARGET + ".")
  private @Nullable Path output;

  @Mixin private ServerOptions servers = new ServerOptions();

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. Failures are printed to standard error. */
  static int execute(String... args) {
    ObjectStoreBench bench = new ObjectStoreBench();
    bench.arguments = List.of(args);
    return Program.of(bench).execute(args);
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    ObjectStoreComparison comparison = comparison();
    Path folder = output == null ? BuildTree.root().resolve(TARGET) : output;
    Preflight.makeReportFolder(folder);
    servers.require(comparison.memoryBytes(), comparison.diskBytes(), "set --megabytes lower");
    Facts facts = facts(comparison);
    Map<StoreCache, StoreTrial> measured = new EnumMap<>(StoreCache.class);
    servers.work(
        BuildTree.root().resolve(TARGET).resolve("object-store-logs"),
        "repeat the command.",
        workspace -> measured.putAll(comparison.run(workspace, System.out)));
    new ObjectStoreReport(measured).write(folder, facts);
    System.out.println();
    System.out.print(Files.readString(folder.resolve(ObjectStoreReport.PAGE)));
    return CommandLine.ExitCode.OK;
  }

  private ObjectStoreComparison comparison() {
    OptionCheck check = new OptionCheck(spec);
    return new ObjectStoreComparison(
        check.inRange("--megabytes", megabytes, small ? 80 : 320, 80, 65_536),
        check.inRange("--reads", reads, small ? 2_000 : 10_000, 1_000, 100_000_000),
        check.inRange("--latency", latency, latency, 0, 1_000));
  }

  private Facts facts(ObjectStoreComparison comparison) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return new Facts(
            "./strata bench object-store " + String.join(" ", arguments),
            "one round, one cache after the other",
            small)
        .add("Load before the run", String.format(Locale.ROOT, "%.1f", load))
        .add(
            "Table and caches",
            String.format(
                Locale.ROOT,
                "%,d MB of cells of 1,000 bytes; %,d MB of memory, %,d MB of disk",
                comparison.tableMegabytes(),
                comparison.memoryMegabytes(),
                comparison.diskMegabytes()))
        .add(
            "Reads",
            String.format(
                Locale.ROOT,
                "%,d rows in each phase, Zipf's exponent %.1f, %d clients",
                comparison.reads(),
                ObjectStoreComparison.EXPONENT,
                ObjectStoreComparison.THREADS))
        .add(
            "Object store",
            "S3Proxy 4.1.0 over HTTP, each answer delayed by %d ms".formatted(latency))
        .add("HBase", "2.6.4; Hadoop's S3A 3.4.2, set for random reads; store file tracker FILE");
  }
}
