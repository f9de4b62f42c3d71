package io.strata.perf.flash;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.JvmFork;
import io.strata.perf.common.JvmOptions;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.common.RunLock;
import io.strata.perf.flash.measure.Amounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code ./strata bench flash}: checks the requirements, and measures in a process of
 * its own with the memory that it needs.
 */
@Command(
    name = "./strata bench flash",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Compares Strata's flash tier with HBase's file engine.",
    description = {
      "",
      "Runs both engines on the same blocks and the same disk, interleaved, and writes a Markdown"
          + " page and SVG charts: random reads, inserts and write amplification, inserts with and"
          + " without write-behind, restarts and heap, and latencies at rising rates.",
      "",
      "Takes about a quarter of an hour, 5 GB of disk and 7 GB of memory; with --small less than"
          + " a minute, 2 GB and 2 GB. Nothing else should use the disk or the processors.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./strata bench flash /mnt/nvme                       all, to perf/flash/target/FLASH.md",
      "  ./strata bench flash /mnt/nvme --output=perf/results all, to be published",
      "  ./strata bench flash /mnt/nvme --only=reads,inserts  two parts",
      "  ./strata bench flash /tmp --small                    a smoke test; its figures are not"
          + " meaningful"
    })
public final class FlashBench implements Callable<Integer> {
  /** Set in the measuring process. */
  static final String MEASURES = "strata.flash.measures";

  private static final String TARGET = "perf/flash/target";
  private static final int HEAP = 4_000;
  private static final int DIRECT = 3_000;
  private static final int SMALL_HEAP = 1_000;
  private static final int SMALL_DIRECT = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "<folder>",
      description =
          "The folder for the engines' files, which are deleted afterwards; on the disk to be"
              + " measured.")
  private Path folder = Path.of("");

  @Option(names = "--small", description = "Measure as little as possible, once.")
  private boolean small;

  @Option(
      names = "--only",
      paramLabel = "<part>",
      split = ",",
      description =
          "Parts to measure: reads, inserts, ring (write-behind), restarts (and heap), latencies"
              + " (at rising rates). Default: all.")
  private Set<Section> only = EnumSet.noneOf(Section.class);

  @Option(
      names = "--output",
      paramLabel = "<folder>",
      description = "Where to write the report. Default: perf/flash/target.")
  private Path output = Path.of("");

  /**
   * Runs the command and exits: 0 if everything was measured, 1 if not, 2 for an invalid option.
   */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** Returns the command line. */
  static CommandLine commandLine() {
    return Program.of(new FlashBench());
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    List<String> args = spec.commandLine().getParseResult().originalArgs();
    Path home = Path.of(System.getProperty("strata.home", ""));
    Path report = output.toString().isEmpty() ? home.resolve(TARGET) : output;
    Amounts amounts = small ? Amounts.small() : Amounts.full();
    String disk = Disk.of(folder, amounts.diskBytes());
    Preflight.makeReportFolder(report);
    if (!Boolean.getBoolean(MEASURES)) {
      return measure(args, home);
    }
    Set<Section> sections = only.isEmpty() ? EnumSet.allOf(Section.class) : only;
    new FlashRun(amounts, folder, sections, report).run(args, small, disk);
    return 0;
  }

  @SuppressWarnings("try") // The lock is held, not used.
  private int measure(List<String> args, Path home)
      throws IOException, InterruptedException, BenchException {
    int heap = small ? SMALL_HEAP : HEAP;
    int direct = small ? SMALL_DIRECT : DIRECT;
    Preflight.requireMemory(
        "This", (long) (heap + direct) << 20, "free some, or measure less with --small");
    Path log = Files.createDirectories(home.resolve(TARGET)).resolve("flash.log");
    List<String> options = new ArrayList<>(JvmOptions.of(heap, direct));
    for (String each : List.of("strata.home", "strata.revision")) {
      options.add("-D" + each + "=" + System.getProperty(each, ""));
    }
    options.add("-D" + MEASURES + "=true");
    try (RunLock lock = RunLock.take()) {
      int status = new JvmFork(options, FlashBench.class, args).run(log);
      if (status != 0) {
        throw new BenchException("The measuring process exited with " + status + ". See " + log);
      }
      return 0;
    }
  }
}
