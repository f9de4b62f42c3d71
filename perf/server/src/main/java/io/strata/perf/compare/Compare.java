package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Program;
import io.strata.perf.data.RawData;
import io.strata.perf.report.ComparisonReport;
import io.strata.perf.run.Comparison;
import io.strata.perf.run.Configuration;
import io.strata.perf.run.Memory;
import io.strata.perf.run.Options;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./strata compare}. */
@Command(
    name = "./strata compare",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Compares Strata with HBase's own block caches on a real HBase.",
    description = {
      "",
      "Starts ZooKeeper, a master and a RegionServer, creates tables, and runs each study under"
          + " each cache configuration, interleaved. All configurations have the same total of heap"
          + " and cache. Writes report.html with all charts, summary.md, and the raw data.",
      "",
      "An interrupted run resumes when the same command is repeated.",
      ""
    },
    footer = {
      "",
      "Studies:",
      "  loadings  gets, from all hits to mostly misses (HBASE-11323)",
      "  gc        the same gets under G1 and ZGC: pauses and allocation",
      "  pe        multi-gets and filtered scans, from 5 to 75 clients (HBASE-11425)",
      "  ycsb      YCSB's workloads A to F, multi-gets and range scans",
      "",
      "Configurations:",
      "  lru               LruBlockCache",
      "  combined-offheap  CombinedBlockCache with BucketCache off-heap",
      "  combined-onheap   CombinedBlockCache with BucketCache on-heap; not in HBase 2",
      "  combined-file     CombinedBlockCache with BucketCache in a file",
      "  meta-only         LruBlockCache that does not cache data blocks",
      "  strata-offheap    Strata, otherwise as combined-offheap",
      "  strata-file       Strata, otherwise as combined-file",
      "  control           combined-offheap again: what differs is noise",
      "",
      "Examples:",
      "  ./strata compare                  everything, in about 1.5 hours",
      "  ./strata compare --small          a test run of a few minutes",
      "  ./strata compare --studies=pe --minutes=20 \\",
      "    --configurations=combined-offheap,strata-offheap,control",
      "  ./strata compare --heap=8192 --cache=32768 --minutes=480 --dir=/mnt/fast",
      "  ./strata compare --report=perf/server/target/comparison",
      "                                    rewrites the report of an earlier run"
    })
final class Compare implements Callable<Integer> {
  private static final Memory SMALL = new Memory(640, 128);
  private static final String OUT = "perf/server/target/comparison";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--studies",
      paramLabel = "<name>",
      split = ",",
      defaultValue = "loadings,gc,pe,ycsb",
      description = "Studies to run. Default: ${DEFAULT-VALUE}.")
  private List<String> studies = List.of();

  @Option(
      names = "--configurations",
      paramLabel = "<name>",
      split = ",",
      description =
          "Configurations to compare; ratios refer to the first. Default: all but control.")
  private @Nullable List<String> configurations;

  @Option(
      names = "--rounds",
      paramLabel = "<n>",
      description = "Number of measurements of each, interleaved; 1 to 20. Default: 3.")
  private @Nullable Integer rounds;

  @Option(
      names = "--heap",
      paramLabel = "<MB>",
      description = "Heap of a RegionServer whose cache is not on the heap. Default: 2048.")
  private @Nullable Integer heap;

  @Option(
      names = "--cache",
      paramLabel = "<MB>",
      description = "Size of the cache, on the heap, off-heap or in a file. Default: 4096.")
  private @Nullable Integer cache;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      split = ",",
      description = "Numbers of clients in study pe; 1 to 128 each. Default: 5,10,20,25,50,75.")
  private @Nullable List<Integer> threads;

  @Option(
      names = "--minutes",
      paramLabel = "<n>",
      defaultValue = "85",
      description =
          "Approximate time limit of the whole run, from which the length of a sample follows."
              + " Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--small",
      description = "A test run on tiny tables, in a few minutes. Its figures are not meaningful.")
  private boolean small;

  @Option(
      names = "--out",
      paramLabel = "<folder>",
      description = "Folder for report and raw data. Default: " + OUT + ".")
  private @Nullable Path out;

  @Mixin private ServerOptions servers = new ServerOptions();

  @Option(
      names = "--report",
      paramLabel = "<folder>",
      description = "Rewrites the report from the raw data in that folder; measures nothing.")
  private @Nullable Path report;

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. Failures are printed to standard error. */
  static int execute(String... args) {
    Compare compare = new Compare();
    compare.arguments = List.of(args);
    return Program.of(compare).execute(args);
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    if (report != null) {
      publish(new RawData(report));
      return CommandLine.ExitCode.OK;
    }
    Comparison comparison = comparison();
    servers.require(
        comparison.memoryBytes(), comparison.diskBytes(), "set --cache or --heap lower");
    RawData data = comparison.open(outFolder());
    servers.work(
        data.folder().resolve("logs"),
        "to resume the run, repeat the command.",
        folder -> comparison.run(data, folder, System.out));
    publish(data);
    return CommandLine.ExitCode.OK;
  }

  private Path outFolder() {
    Path folder = out == null ? BuildTree.root().resolve(OUT + (small ? "-small" : "")) : out;
    return folder.toAbsolutePath().normalize();
  }

  private Comparison comparison() {
    try {
      return Comparison.of(
          options(), command(), System.getProperty("strata.revision", "of this working tree"));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Options options() {
    inRange("--rounds", rounds, 1, 20);
    inRange("--minutes", minutes, 1, 7 * 24 * 60);
    List<Integer> clients = threads == null ? defaultThreads() : threads;
    clients.forEach(count -> inRange("--threads", count, 1, 128));
    Memory memory =
        new Memory(
            heap == null ? (small ? SMALL.heapMegabytes() : 2_048) : heap,
            cache == null ? (small ? SMALL.cacheMegabytes() : 4_096) : cache);
    return new Options(
        studies.stream().distinct().toList(),
        configurations == null
            ? defaultConfigurations()
            : Program.constants(Configuration.class, "configuration", configurations),
        rounds == null ? (small ? 1 : 3) : rounds,
        memory,
        clients.stream().distinct().sorted().toList(),
        Duration.ofMinutes(minutes),
        small);
  }

  private List<Integer> defaultThreads() {
    return small ? List.of(2, 4) : List.of(5, 10, 20, 25, 50, 75);
  }

  private List<Configuration> defaultConfigurations() {
    return small
        ? List.of(Configuration.COMBINED_OFFHEAP, Configuration.STRATA_OFFHEAP)
        : Configuration.DEFAULT;
  }

  private String command() {
    return ("./strata compare " + String.join(" ", arguments)).strip();
  }

  private static void publish(RawData data) throws IOException {
    Path html = data.folder().resolve("report.html");
    Path summary = data.folder().resolve("summary.md");
    ComparisonReport.write(data, html, summary);
    System.out.println();
    System.out.print(Files.readString(summary));
    System.out.println();
    System.out.println("The report is " + html + ".");
  }

  private void inRange(String option, @Nullable Integer value, int min, int max) {
    if (value != null && (value < min || value > max)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format("%s=%d: must be between %d and %d", option, value, min, max));
    }
  }
}
