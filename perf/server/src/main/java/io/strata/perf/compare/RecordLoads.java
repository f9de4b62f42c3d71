package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Program;
import io.strata.perf.record.RecordedLoad;
import io.strata.perf.record.RecordingCost;
import io.strata.perf.record.Recordings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The program behind {@code ./strata record}. */
@Command(
    name = "./strata record",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Records the block accesses of a real HBase under several loads.",
    description = {
      "",
      "Each load's recording goes into a folder of its own, for ./strata replay. All loads take"
          + " about ten minutes.",
      ""
    },
    footer = {
      "",
      "Loads:",
      "  ycsb-zipfian      YCSB's workload C",
      "  ycsb-latest       YCSB's workload D",
      "  ycsb-scans        YCSB's workload E",
      "  pe                PerformanceEvaluation's random reads, range scans and",
      "                    sequential reads",
      "  full-scan         hot rows while another table is scanned",
      "  compaction-storm  hot rows while their table is compacted again and again",
      "",
      "Examples:",
      "  ./strata record traces                 all loads, about ten minutes",
      "  ./strata record traces --loads=pe      one load",
      "  ./strata record --cost                 the overhead of recording"
    })
final class RecordLoads implements Callable<Integer> {
  private static final String OUT = "perf/server/target/record-cost";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "<folder>",
      arity = "0..1",
      description = "Folder for the recordings; each load gets a folder in it.")
  private @Nullable Path folder;

  @Option(
      names = "--loads",
      paramLabel = "<name>",
      split = ",",
      description = "Loads to record. Default: all.")
  private @Nullable List<String> loads;

  @Option(
      names = "--cost",
      description = "Measures the overhead of recording, in about ten minutes; keeps no recording.")
  private boolean cost;

  @Option(names = "--small", description = "A test run on tiny tables, in a few minutes.")
  private boolean small;

  @Mixin private ServerOptions servers = new ServerOptions();

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. Failures are printed to standard error. */
  static int execute(String... args) {
    return Program.of(new RecordLoads()).execute(args);
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    if (cost) {
      if (folder != null || loads != null) {
        throw new ParameterException(
            spec.commandLine(), "--cost: keeps no recording. Leave out the folder and --loads");
      }
      measureCost();
    } else if (folder == null) {
      throw new ParameterException(
          spec.commandLine(), "<folder>: is missing. Name a folder for the recordings");
    } else {
      record(recordings(), folder.toAbsolutePath().normalize());
    }
    return CommandLine.ExitCode.OK;
  }

  private Recordings recordings() {
    try {
      return new Recordings(
          loads == null
              ? List.of(RecordedLoad.values())
              : Program.constants(RecordedLoad.class, "load", loads),
          small);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void record(Recordings recordings, Path to)
      throws BenchException, IOException, InterruptedException {
    require(recordings);
    recordings.open(to);
    servers.work(
        to.resolve("logs"),
        "finished recordings are kept; record the others with --loads.",
        workspace -> recordings.run(workspace, to, System.out));
    String folders =
        recordings.foldersIn(to).stream().map(Path::toString).collect(Collectors.joining(","));
    System.out.println("To see hit ratios: ./strata replay --trace-files=" + folders);
  }

  private void require(Recordings recordings) throws BenchException {
    servers.require(
        recordings.memoryBytes(),
        recordings.diskBytes(),
        "stop other programs or use a larger machine");
  }

  private void measureCost() throws BenchException, IOException, InterruptedException {
    RecordingCost measurement = new RecordingCost(small);
    require(new Recordings(List.of(), small));
    servers.work(
        BuildTree.root().resolve(OUT).resolve("logs"),
        "repeat the command.",
        workspace -> measurement.run(workspace, System.out));
  }
}
