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
    header = "Measures Strata beside HBase's own block caches, on real HBase processes.",
    description = {
      "",
      "Starts ZooKeeper, a master and a RegionServer, makes tables, and reads them under each cache"
          + " by turns, heap and cache together the same for all. Writes one HTML page with all"
          + " charts, report.html, a summary.md, and all that was measured beside them.",
      "",
      "A run that was broken off goes on when it is started again with the same options.",
      ""
    },
    footer = {
      "",
      "Studies:",
      "  loadings  single gets, from all hits to mostly misses (HBASE-11323)",
      "  gc        G1 and ZGC, and what allocates how much",
      "  pe        multi-gets and filtered scans from few clients to many (HBASE-11425)",
      "  ycsb      YCSB's workloads A to F, multi-gets and range scans",
      "",
      "Deploys:",
      "  lru, combined-offheap, combined-onheap, combined-file, meta-only, strata-offheap,",
      "  strata-file, and control: combined-offheap once more, to see which differences mean",
      "  nothing",
      "",
      "Examples:",
      "  ./strata compare                  everything, about an hour and a half",
      "  ./strata compare --small          a few minutes, to see that it works",
      "  ./strata compare --studies=pe --deploys=combined-offheap,strata-offheap --minutes=20",
      "  ./strata compare --heap=8192 --cache=32768 --rounds=5 --minutes=480 --dir=/mnt/fast",
      "  ./strata compare --report=perf/server/target/comparison",
      "                                    makes the report of a run anew"
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
      description = "What is measured. Default: ${DEFAULT-VALUE}.")
  private List<String> studies = List.of();

  @Option(
      names = "--deploys",
      paramLabel = "<name>",
      split = ",",
      description = "The caches to compare; default: all but control.")
  private @Nullable List<String> deploys;

  @Option(
      names = "--rounds",
      paramLabel = "<n>",
      description = "How often each is measured, by turns; 1 to 20. Default: 3.")
  private @Nullable Integer rounds;

  @Option(
      names = "--heap",
      paramLabel = "<MB>",
      description = "Heap of a server whose cache is elsewhere. Default: 2048.")
  private @Nullable Integer heap;

  @Option(
      names = "--cache",
      paramLabel = "<MB>",
      description = "The cache, on the heap, off it or in a file. Default: 4096.")
  private @Nullable Integer cache;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      split = ",",
      description = "Numbers of clients in the study pe; 1 to 128 each. Default: 5,10,20,25,50,75.")
  private @Nullable List<Integer> threads;

  @Option(
      names = "--minutes",
      paramLabel = "<n>",
      defaultValue = "85",
      description =
          "How long the whole run may take, about; samples are as long as that lets them be."
              + " Default: ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--small",
      description =
          "Everything on tiny data in a few minutes: to see that it works, not to judge by.")
  private boolean small;

  @Option(
      names = "--out",
      paramLabel = "<folder>",
      description = "Where report and raw data go. Default: " + OUT + ".")
  private @Nullable Path out;

  @Mixin private ServerOptions servers = new ServerOptions();

  @Option(
      names = "--report",
      paramLabel = "<folder>",
      description = "Measures nothing: makes the report of the raw data in that folder anew.")
  private @Nullable Path report;

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the program and returns its exit code. Failures are told on standard error. */
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
        comparison.memoryBytes(), comparison.diskBytes(), "give less with --cache or --heap");
    RawData data = comparison.open(outFolder());
    servers.work(
        data.folder().resolve("logs"),
        "what was measured is kept: the same command goes on from there.",
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
        deploys == null
            ? defaultDeploys()
            : Program.constants(Configuration.class, "deploy", deploys),
        rounds == null ? (small ? 1 : 3) : rounds,
        memory,
        clients.stream().distinct().sorted().toList(),
        Duration.ofMinutes(minutes),
        small);
  }

  private List<Integer> defaultThreads() {
    return small ? List.of(2, 4) : List.of(5, 10, 20, 25, 50, 75);
  }

  private List<Configuration> defaultDeploys() {
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
    System.out.println("Written to " + html + ".");
  }

  private void inRange(String option, @Nullable Integer value, int least, int most) {
    if (value != null && (value < least || value > most)) {
      throw new ParameterException(
          spec.commandLine(), String.format("%s must lie between %d and %d", option, least, most));
    }
  }
}
