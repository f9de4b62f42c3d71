package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.common.load.Pace;
import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.report.PairedReport;
import io.strata.perf.run.Configuration;
import io.strata.perf.run.Memory;
import io.strata.perf.run.PairedComparison;
import io.strata.perf.run.PairedKeys;
import io.strata.perf.run.PairedLoad;
import io.strata.perf.run.PairedPlan;
import io.strata.perf.run.PairedPlan.LoadStep;
import io.strata.perf.run.PairedPlan.Match;
import io.strata.perf.run.PairedPlan.Side;
import io.strata.perf.run.PairedTable;
import io.strata.perf.work.Workspace;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program behind {@code ./strata bench paired}. */
@Command(
    name = "./strata bench paired",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Compares two cache configurations by loading two RegionServers alternately.",
    description = {
      "",
      "Both RegionServers run and are warm at the same time; the load alternates between them in"
          + " slices of a tenth of a second, so that a slow phase of the machine slows both. Reports the"
          + " ratio of the second to the first for each measure, with a 95 %% confidence interval,"
          + " and the same ratio for a control run with two equal servers. Writes PAIRED.md and the"
          + " raw data in CSV.",
      "",
      "Takes 15 minutes and 9 GB of memory, with --small 2 minutes. Keep the machine otherwise"
          + " idle.",
      ""
    },
    footer = {
      "",
      "Configurations:",
      "  lru                   LruBlockCache",
      "  combined-offheap      BucketCache off-heap",
      "  combined-file         BucketCache in a file",
      "  strata-offheap        Strata off-heap",
      "  strata-kept           the same, in memory that outlives the process",
      "  strata-compressed     the same, with compression by lz4",
      "  strata-offheap-disks  the same, with a flash tier of 4 times the size",
      "  strata-file           Strata with a flash tier alone",
      "",
      "Examples:",
      "  ./strata bench paired             BucketCache and Strata, all hits",
      "  ./strata bench paired --small     a test run; its figures are not meaningful",
      "  ./strata bench paired --control   the noise: two equal servers",
      "  ./strata bench paired --first=lru --data=4 --keys=zipf --seconds=600",
      "  ./strata bench paired --first=strata-offheap --rows=lineitem --data=4 \\",
      "    --keys=zipf --second-site=strata.offheap.compression=lz4",
      "  ./strata bench paired --report=perf/server/target/paired",
      "                                    rewrites the page of an earlier run"
    })
final class PairedBench implements Callable<Integer> {
  private static final String TARGET = "perf/server/target/paired";
  private static final Memory SMALL = new Memory(512, 64);

  /** A balanced order needs an even number of pairs. */
  private static final int EVEN = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--first",
      paramLabel = "<name>",
      defaultValue = "combined-offheap",
      description = "Configuration of the first server. Default: ${DEFAULT-VALUE}.")
  private String first = "";

  @Option(
      names = "--second",
      paramLabel = "<name>",
      defaultValue = "strata-offheap",
      description =
          "Configuration of the second server; ratios are second over first."
              + " Default: ${DEFAULT-VALUE}.")
  private String second = "";

  @Option(
      names = "--second-site",
      paramLabel = "<key>=<value>",
      description = "An additional setting of the second server. Repeatable.")
  private Map<String, String> secondSite = new LinkedHashMap<>();

  @Option(
      names = "--load",
      paramLabel = "<name>",
      split = ",",
      defaultValue = "get,multiget,scan",
      description =
          "Loads: gets of one row, multi-gets of 100 rows, scans of 1,000 rows, and the shares of"
              + " YCSB's workloads, ycsb-a to ycsb-f. Default: ${DEFAULT-VALUE}.")
  private List<String> loads = List.of();

  @Option(
      names = "--rows",
      paramLabel = "<kind>",
      defaultValue = "values",
      description =
          "Contents of the tables: values (1,000 random bytes), lineitem or orders (of TPC-H),"
              + " json, time-series. Default: ${DEFAULT-VALUE}.")
  private String rows = "";

  @Option(
      names = "--encoding",
      paramLabel = "<name>",
      defaultValue = "NONE",
      description = "Encoding of data blocks, such as FAST_DIFF. Default: ${DEFAULT-VALUE}.")
  private DataBlockEncoding encoding = DataBlockEncoding.NONE;

  @Option(
      names = "--data",
      paramLabel = "<n>",
      defaultValue = "0.5",
      description =
          "Size of a table as a multiple of the cache, 0.1 to 20. BucketCache may leave a third of"
              + " its memory unused. Default: ${DEFAULT-VALUE}.")
  private double data;

  @Option(
      names = "--keys",
      paramLabel = "<name>",
      defaultValue = "uniform",
      description =
          "Distribution of the requested rows: uniform, zipf with exponent 0.9, or latest: zipf"
              + " from the last row on. Default: ${DEFAULT-VALUE}.")
  private String keys = "";

  @Option(
      names = "--scan",
      paramLabel = "<n>",
      description =
          "Scans a second table, of this size as a multiple of the cache, beside each load, again"
              + " and again; 0.1 to 20. The scan is not measured. Default: none.")
  private @Nullable Double scan;

  @Option(
      names = "--disk",
      description =
          "Drops the tables' files from the page cache once a second, so that a miss reads the"
              + " disk. By default the page cache holds all files.")
  private boolean disk;

  @Option(
      names = "--heap",
      paramLabel = "<MB>",
      description = "Heap of a RegionServer whose cache is not on the heap. Default: 1024.")
  private @Nullable Integer heap;

  @Option(
      names = "--cache",
      paramLabel = "<MB>",
      description = "Size of each server's cache. Default: 512.")
  private @Nullable Integer cache;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      defaultValue = "8",
      description = "Client threads; 1 to 128. Default: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      description =
          "Requests a second, 1 to 1000000; latencies then count from the time at which a request"
              + " was due. Default: full speed.")
  private @Nullable Integer rate;

  @Option(
      names = "--slice",
      paramLabel = "<ms>",
      description = "Length of a slice; 100 to 10000. Default: 100.")
  private @Nullable Integer slice;

  @Option(
      names = "--seconds",
      paramLabel = "<n>",
      description = "Time for each load, on both servers together; 1 to 86400. Default: 120.")
  private @Nullable Integer seconds;

  @Option(
      names = "--control-seconds",
      paramLabel = "<n>",
      description =
          "The same for the control run, in which both servers have the first configuration; 0 for"
              + " no control. Default: half of --seconds.")
  private @Nullable Integer controlSeconds;

  @Option(
      names = "--control",
      description = "Runs only the control: the first configuration on both servers.")
  private boolean control;

  @Option(
      names = "--warm-up",
      paramLabel = "<n>",
      description =
          "Minimum warm-up of each server under each load, in seconds; 1 to 3600. Default: 20.")
  private @Nullable Integer warmUp;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "Seed of the order of slices and of the requests. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--small",
      description = "A test run of 2 minutes. Its figures are not meaningful.")
  private boolean small;

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Folder for page and raw data. Default: " + TARGET + ".")
  private @Nullable Path output;

  @Mixin private KeptMemory keptMemory = new KeptMemory();

  @Mixin private ServerOptions servers = new ServerOptions();

  @Option(
      names = "--report",
      paramLabel = "<folder>",
      description = "Rewrites the page from the raw data in that folder; measures nothing.")
  private @Nullable Path report;

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. Failures are printed to standard error. */
  static int execute(String... args) {
    PairedBench bench = new PairedBench();
    bench.arguments = List.of(args);
    return Program.of(bench).execute(args);
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    if (report != null) {
      publish(report);
      return CommandLine.ExitCode.OK;
    }
    PairedPlan plan = plan();
    Path folder = output == null ? BuildTree.root().resolve(TARGET) : output;
    Preflight.makeReportFolder(folder);
    keptMemory.require();
    servers.require(plan.memoryBytes(), plan.diskBytes(), "set --cache, --heap or --data lower");
    Facts facts = facts(plan);
    // Left by another run: if this run fails, it would look like this run's data.
    Files.deleteIfExists(folder.resolve(PairedReport.DATA));
    try (Workspace kept = keptMemory.open()) {
      servers.work(
          folder.resolve("logs"),
          "loads measured so far: ./strata bench paired --report=" + folder + ".",
          workspace -> measure(plan, facts, workspace, kept.folder(), folder));
    }
    publish(folder);
    return CommandLine.ExitCode.OK;
  }

  private void measure(PairedPlan plan, Facts facts, Path workspace, Path kept, Path folder)
      throws IOException, InterruptedException {
    Match match = plan.matches().get(0);
    List<PairedRun> runs = new ArrayList<>();
    new PairedComparison(plan, System.out)
        .run(
            workspace,
            kept,
            (its, run) -> {
              runs.add(run);
              new PairedData(
                      small, match.first().title(), match.second().title(), facts.all(), runs)
                  .write(folder.resolve(PairedReport.DATA));
            });
  }

  private static void publish(Path folder) throws BenchException, IOException {
    Path data = folder.resolve(PairedReport.DATA);
    if (!Files.exists(data)) {
      throw new BenchException(
          "--report=%s: has no %s. Name the folder of a run.".formatted(folder, PairedReport.DATA));
    }
    new PairedReport(PairedData.read(data)).write(folder);
    System.out.println();
    System.out.print(Files.readString(folder.resolve(PairedReport.PAGE)));
  }

  private PairedPlan plan() {
    OptionCheck check = new OptionCheck(spec);
    Duration length = Duration.ofMillis(check.inRange("--slice", slice, 100, 100, 10_000));
    int time = check.inRange("--seconds", seconds, small ? 2 : 120, 1, 86_400);
    int controlTime =
        check.inRange("--control-seconds", controlSeconds, Math.max(1, time / 2), 0, 86_400);
    Side one = new Side(configuration(first), Map.of());
    Side two = control ? one : new Side(configuration(second), secondSite);
    List<Match> matches = new ArrayList<>();
    matches.add(new Match(one, two, false, steps(pairs(time, length))));
    if (!control && controlTime > 0) {
      matches.add(new Match(one, one, true, steps(pairs(controlTime, length))));
    }
    return new PairedPlan(
        matches,
        memory(),
        check.inRange("--threads", threads, threads, 1, 128),
        length,
        Duration.ofSeconds(check.inRange("--warm-up", warmUp, small ? 2 : 20, 1, 3_600)),
        seed);
  }

  private List<LoadStep> steps(int pairs) {
    OptionCheck check = new OptionCheck(spec);
    PairedTable.Rows kind =
        check.constants(PairedTable.Rows.class, "kind of rows", List.of(rows)).get(0);
    PairedTable table = new PairedTable(kind, encoding, check.inRange("--data", data, 0.1, 20));
    PairedTable scanned =
        scan == null
            ? null
            : new PairedTable(kind, encoding, check.inRange("--scan", scan, 0.1, 20));
    PairedKeys distribution =
        check.constants(PairedKeys.class, "distribution", List.of(keys)).get(0);
    Pace pace =
        rate == null ? Pace.peak() : Pace.paced(check.inRange("--rate", rate, rate, 1, 1_000_000));
    return check.constants(PairedLoad.class, "load", loads).stream()
        .map(
            load ->
                new LoadStep(
                    load.toString(), load, table, distribution, disk, scanned, pace, pairs))
        .toList();
  }

  /** Returns the number of pairs that fill the time: an even number, 0 for no time. */
  private static int pairs(int seconds, Duration slice) {
    return EVEN * (int) Math.ceil(seconds * 1e3 / (2 * EVEN * slice.toMillis()));
  }

  private Memory memory() {
    return new OptionCheck(spec)
        .valid(
            () ->
                new Memory(
                    heap == null ? (small ? SMALL.heapMegabytes() : 1_024) : heap,
                    cache == null ? (small ? SMALL.cacheMegabytes() : 512) : cache));
  }

  private Configuration configuration(String name) {
    return new OptionCheck(spec)
        .constants(Configuration.class, "configuration", List.of(name))
        .get(0);
  }

  private Facts facts(PairedPlan plan) {
    Match match = plan.matches().get(0);
    LoadStep step = match.steps().get(0);
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return new Facts(
            "./strata bench paired " + String.join(" ", arguments),
            step.pairs() + " pairs of each load",
            small)
        .add("Load before the run", String.format(Locale.ROOT, "%.1f", load))
        .add("First", title(match.first()))
        .add("Second", title(match.second()))
        .add(
            "Memory",
            String.format(
                Locale.ROOT,
                "%,d MB for heap and cache of each server, %,d MB of it for the cache",
                plan.memory().heapMegabytes() + plan.memory().cacheMegabytes(),
                plan.memory().cacheMegabytes()))
        .add("Rows", step.table().facts() + "; requests are " + step.keys().facts())
        .add(
            "Load",
            String.format(
                Locale.ROOT,
                "%s%s; %d threads, %s, slices of %d ms",
                match.steps().stream()
                    .map(each -> each.load().facts())
                    .collect(Collectors.joining(", ")),
                scan == null
                    ? ""
                    : String.format(
                        Locale.ROOT, " beside a scan of a table of %s times the cache", scan),
                plan.threads(),
                rate == null ? "at full speed" : String.format("%,d requests a second", rate),
                plan.slice().toMillis()))
        .add(
            "Page cache",
            disk
                ? "the files of the requested tables are dropped once a second, so that a miss reads the"
                    + " disk"
                : "holds the tables' files")
        .add("HBase", "2.6.4");
  }

  private static String title(Side side) {
    return side.configuration().title() + ": `" + side.title() + "`";
  }
}
