package io.strata.perf.compare;

import io.strata.it.cluster.BuildTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./compare}. */
@Command(
    name = "./compare",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Measures Strata beside HBase's BucketCache on a real HBase.",
    description = {
      "",
      "Starts ZooKeeper, a master and a RegionServer, loads a table with HBase's"
          + " PerformanceEvaluation, reads it at random under both caches by turns, and prints"
          + " the figures side by side. They are written to perf/target/compare.md as well.",
      "",
      "About 9 minutes, 5 GB of memory and 5 GB of disk at the default scale.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./compare                        about 1 GB, two passes of each, and churn",
      "  ./compare --scale 0.1 --passes 1 a first look, in about 4 minutes",
      "  ./compare --scale 8 --passes 3   about 8 GB, a smaller spread",
      "  ./compare --dir /mnt/fast --keep data elsewhere, and still there afterwards"
    })
final class Compare implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--scale",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "Size of the table in GB, about; 0.05 to 100. Default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--passes",
      paramLabel = "<n>",
      defaultValue = "2",
      description =
          "How often each cache is measured, by turns; 1 to 20. Default: ${DEFAULT-VALUE}.")
  private int passes;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      defaultValue = "2",
      description = "Client threads; 1 to 64. Default: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--reads",
      paramLabel = "<n>",
      defaultValue = "500000",
      description =
          "Rows read in each run of multi-gets; single gets are a fifth. 10000 to 100000000."
              + " Default: ${DEFAULT-VALUE}.")
  private long reads;

  @Option(
      names = "--no-churn",
      description = "Leaves out the runs with a cache smaller than the data.")
  private boolean noChurn;

  @Option(
      names = "--control",
      description = "Runs BucketCache in Strata's place, to see which differences mean nothing.")
  private boolean control;

  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where the data lie while it runs. Default: ${DEFAULT-VALUE}.")
  private Path dir = Path.of("");

  @Option(names = "--keep", description = "Keeps data and logs of HBase afterwards.")
  private boolean keep;

  private List<String> arguments = List.of();

  public static void main(String[] args) {
    // PerformanceEvaluation prints numbers as the locale has them.
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    String lock = System.getProperty("strata.compare.lock");
    if (lock != null) {
      Path.of(lock).toFile().deleteOnExit();
    }
    System.exit(execute(args));
  }

  /** Runs the program and returns its exit code. Failures are told on standard error. */
  static int execute(String... args) {
    Compare compare = new Compare();
    compare.arguments = List.of(args);
    return new CommandLine(compare)
        .setParameterExceptionHandler(Compare::refuse)
        .setExecutionExceptionHandler((e, command, result) -> fail(e))
        .execute(args);
  }

  private static int refuse(ParameterException e, String[] args) {
    String message = String.valueOf(e.getMessage());
    System.err.println(message + (message.endsWith(".") ? "" : ".") + " See ./compare --help.");
    return CommandLine.ExitCode.USAGE;
  }

  private static int fail(Exception e) {
    System.err.println(e.getMessage());
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public Integer call() throws CompareException, IOException, InterruptedException {
    inRange("--scale", scale, Scale.SMALLEST, Scale.LARGEST);
    inRange("--passes", passes, 1, 20);
    inRange("--threads", threads, 1, 64);
    inRange("--reads", (double) reads, 10_000, 100_000_000);
    Cache challenger = control ? Cache.CONTROL : Cache.STRATA;
    Plan plan = new Plan(new Scale(scale), passes, threads, reads, challenger, !noChurn);
    Path parent = dir.toAbsolutePath().normalize();
    Preflight.check(plan.scale(), parent);
    Progress progress = new Progress(System.out);
    try (Workspace workspace = Workspace.create(parent, keep)) {
      run(plan, progress, workspace.folder());
      if (keep) {
        System.out.println("Data and logs are in " + workspace.folder() + ".");
      }
    }
    System.out.println("[" + progress.elapsed() + "] Done.");
    return CommandLine.ExitCode.OK;
  }

  private void run(Plan plan, Progress progress, Path folder)
      throws CompareException, IOException, InterruptedException {
    List<Measurement> measurements;
    try (ClientLog log = new ClientLog(folder)) {
      measurements = measure(plan, progress, folder, log);
    }
    publish(plan, measurements);
  }

  private static List<Measurement> measure(Plan plan, Progress progress, Path folder, ClientLog log)
      throws CompareException, IOException, InterruptedException {
    try {
      return new Comparison(plan, progress).run(folder, log.file());
    } catch (CompareException | IOException | IllegalStateException e) {
      Path logs = log.save(BuildTree.root().resolve("perf/target/compare-logs"));
      throw new CompareException(e.getMessage() + " The logs are in " + logs + ".", e);
    }
  }

  private void publish(Plan plan, List<Measurement> measurements) throws IOException {
    String command = ("./compare " + String.join(" ", arguments)).strip();
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
    String text = new Report(plan, command, now, measurements).text();
    Path file = BuildTree.root().resolve("perf/target/compare.md");
    Files.writeString(file, text);
    System.out.println();
    System.out.print(text);
    System.out.println();
    System.out.println("Written to " + file + ".");
  }

  private void inRange(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format("%s must lie between %s and %s", option, number(least), number(most)));
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
