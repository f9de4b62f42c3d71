package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Program;
import io.strata.perf.report.ComparisonReport;
import io.strata.perf.run.Configuration;
import io.strata.perf.run.Memory;
import io.strata.perf.run.PairedComparison;
import io.strata.perf.run.PairedPlan;
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
      "For each pair of configurations two RegionServers of equal memory run at once, each with"
          + " equal tables, and each load alternates between them in slices of less than half a second, as in"
          + " ./strata bench paired. The control has BucketCache on both servers and is part of"
          + " every run. Writes report.html with all charts, summary.md, and the raw data.",
      "",
      "Takes an hour (--minutes) and 12 GB of memory. Keep the machine otherwise idle. An"
          + " interrupted run resumes when the same command is repeated.",
      ""
    },
    footer = {
      "",
      "Loads:",
      "  hits    gets, multi-gets and scans of a table of half the cache's size",
      "  scan    gets of that table while another one is scanned, at full speed and at 1,000 a",
      "          second; in the second, misses read the disk",
      "  ycsb    requests in the shares of YCSB's workloads A to F, on the first table",
      "  misses  gets of a table of twice the cache's size; misses read the page cache or the disk",
      "",
      "Pairs of configurations:",
      "  combined-offheap, strata-offheap        BucketCache and Strata, off-heap",
      "  combined-offheap, combined-offheap      the control: what differs is noise",
      "  lru, strata-offheap                     LruBlockCache and Strata off-heap",
      "  combined-offheap, strata-kept           memory that outlives its process",
      "  combined-offheap, strata-compressed     compression by lz4, JSON documents",
      "  combined-offheap, strata-offheap-disks  a flash tier of 4 times the memory",
      "  combined-file, strata-file              BucketCache and Strata in files alone",
      "",
      "Examples:",
      "  ./strata compare                  everything, in an hour",
      "  ./strata compare --small          a test run of a few minutes",
      "  ./strata compare --loads=hits --configurations=lru --minutes=15",
      "  ./strata compare --heap=8192 --cache=32768 --minutes=480 --dir=/mnt/fast",
      "  ./strata compare --report=perf/server/target/comparison",
      "                                    rewrites the report of an earlier run"
    })
final class Compare implements Callable<Integer> {
  private static final Memory SMALL = new Memory(512, 64);
  private static final String TARGET = "perf/server/target/comparison";
  private static final String SHOWS = "This run shows that the comparison works, not how fast.";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--loads",
      paramLabel = "<name>",
      split = ",",
      defaultValue = "hits,scan,ycsb,misses",
      description = "Loads to measure. Default: ${DEFAULT-VALUE}.")
  private List<String> loads = List.of();

  @Option(
      names = "--configurations",
      paramLabel = "<name>",
      split = ",",
      description =
          "Measures only the pairs with one of these configurations, and the control. Default: all"
              + " pairs.")
  private @Nullable List<String> configurations;

  @Option(
      names = "--minutes",
      paramLabel = "<n>",
      defaultValue = "60",
      description =
          "Approximate time limit of the whole run, from which the number of slices follows; 1 to"
              + " 10080. Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--heap",
      paramLabel = "<MB>",
      description = "Heap of a RegionServer whose cache is not on the heap. Default: 1024.")
  private @Nullable Integer heap;

  @Option(
      names = "--cache",
      paramLabel = "<MB>",
      description =
          "Size of each server's cache, on the heap, off-heap or in a file. Default: 512.")
  private @Nullable Integer cache;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      defaultValue = "8",
      description = "Client threads; 1 to 128. Default: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--small",
      description =
          "A test run of a few minutes with tiny tables and one load of each kind. It shows that"
              + " the comparison works, not how fast.")
  private boolean small;

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Folder for report and raw data. Default: " + TARGET + ".")
  private @Nullable Path output;

  @Mixin private KeptMemory keptMemory = new KeptMemory();

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
      publish(report);
      return CommandLine.ExitCode.OK;
    }
    ComparisonPlan plan = plan();
    PairedPlan whole = plan.missing((pair, load) -> false);
    keptMemory.require();
    servers.require(whole.memoryBytes(), whole.diskBytes(), "set --cache or --heap lower");
    Path folder = outputFolder();
    Facts facts = facts(plan);
    ComparisonFolder data = ComparisonFolder.open(folder, facts);
    if (small) {
      System.out.println(SHOWS);
    }
    PairedPlan missing = plan.missing(data::has);
    if (!missing.matches().isEmpty()) {
      try (Workspace kept = keptMemory.open()) {
        servers.work(
            folder.resolve("logs"),
            "to resume the run, repeat the command.",
            workspace ->
                new PairedComparison(missing, System.out)
                    .run(
                        workspace,
                        kept.folder(),
                        (match, run) -> data.add(ComparedPair.of(match), run, facts)));
      }
    }
    publish(folder);
    return CommandLine.ExitCode.OK;
  }

  private Path outputFolder() {
    Path folder =
        output == null ? BuildTree.root().resolve(TARGET + (small ? "-small" : "")) : output;
    return folder.toAbsolutePath().normalize();
  }

  private ComparisonPlan plan() {
    OptionCheck check = new OptionCheck(spec);
    int limit = check.inRange("--minutes", minutes, minutes, 1, 7 * 24 * 60);
    int clients = check.inRange("--threads", threads, threads, 1, 128);
    Map<ComparedPair, List<ComparedLoad>> chosen = chosen();
    return check.valid(
        () -> {
          Memory memory =
              new Memory(
                  heap == null ? (small ? SMALL.heapMegabytes() : 1_024) : heap,
                  cache == null ? (small ? SMALL.cacheMegabytes() : 512) : cache);
          return small
              ? ComparisonPlan.small(chosen, memory, clients)
              : ComparisonPlan.within(Duration.ofMinutes(limit), chosen, memory, clients);
        });
  }

  /** Returns the chosen loads of all chosen pairs; the control has the loads of the others. */
  private Map<ComparedPair, List<ComparedLoad>> chosen() {
    OptionCheck check = new OptionCheck(spec);
    List<ComparedLoad.LoadGroup> groups =
        check.constants(ComparedLoad.LoadGroup.class, "load", loads);
    List<Configuration> named =
        configurations == null
            ? List.of(Configuration.values())
            : check.constants(Configuration.class, "configuration", configurations);
    List<ComparedPair> pairs = new ArrayList<>();
    List<ComparedLoad> all = new ArrayList<>();
    Map<ComparedPair, List<ComparedLoad>> chosen = new LinkedHashMap<>();
    for (ComparedPair pair : ComparedPair.values()) {
      boolean isNamed = named.contains(pair.first()) || named.contains(pair.second());
      List<ComparedLoad> its =
          (small ? pair.smallLoads() : pair.loads())
              .stream().filter(load -> groups.contains(load.group())).toList();
      if (pair != ComparedPair.CONTROL && isNamed && !its.isEmpty()) {
        pairs.add(pair);
        all.addAll(its);
      }
      chosen.put(pair, its);
    }
    if (pairs.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--configurations=%s: no pair has one of them under --loads=%s. Choose others"
              .formatted(
                  configurations == null ? "" : String.join(",", configurations),
                  String.join(",", loads)));
    }
    chosen.computeIfPresent(
        ComparedPair.CONTROL, (control, its) -> its.stream().filter(all::contains).toList());
    chosen.keySet().removeIf(pair -> pair != ComparedPair.CONTROL && !pairs.contains(pair));
    return chosen;
  }

  private Facts facts(ComparisonPlan plan) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return new Facts(
            ("./strata compare " + String.join(" ", arguments)).strip(),
            plan.pairs()
                + " pairs of each load, "
                + ComparedLoad.SCAN_PACED_GET.times() * plan.pairs()
                + " at a fixed rate",
            small)
        .add("Load before the run", String.format(Locale.ROOT, "%.1f", load))
        .add(
            "Memory",
            String.format(
                Locale.ROOT,
                "%,d MB for heap and cache of each server, %,d MB of it for the cache",
                plan.memory().heapMegabytes() + plan.memory().cacheMegabytes(),
                plan.memory().cacheMegabytes()))
        .add(
            "Slices",
            String.format(
                Locale.ROOT,
                "%d pairs of %d ms each, after a warm-up of %.1f seconds or more; %d threads",
                plan.pairs(),
                plan.slice().toMillis(),
                plan.warmUp().toMillis() / 1e3,
                plan.threads()))
        .add("HBase", "2.6.4");
  }

  private void publish(Path folder) throws BenchException, IOException {
    var data = new ComparisonFolder(folder).all();
    if (data.isEmpty()) {
      throw new BenchException(
          "--report=%s: has no data of a comparison. Name the folder of a run.".formatted(folder));
    }
    Path html = folder.resolve("report.html");
    Path summary = folder.resolve("summary.md");
    new ComparisonReport(data).write(html, summary);
    System.out.println();
    System.out.print(Files.readString(summary));
    System.out.println();
    System.out.println("The report is " + html + ".");
    if (data.get(0).small()) {
      System.out.println(SHOWS);
    }
  }
}
