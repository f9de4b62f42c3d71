package io.strata.concurrency;

import io.strata.concurrency.weaken.Paused;
import io.strata.concurrency.weaken.WeakeningAgent;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.TestExecutor;
import org.openjdk.jcstress.Verbosity;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.DiskWriteCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.MuxCollector;
import org.openjdk.jcstress.infra.collectors.SerializedBufferCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.OSSupport;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.os.topology.Topology;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * Runs jcstress tests, each in a process of its own, on the production classes as they are or with
 * one access weakened.
 *
 * <p>The command of jcstress runs every test in the same ways, and probes the JVM each time. This
 * class probes it once, and then runs any test in any way.
 */
final class Stress {
  /** A part of the simple names of the tests to run. */
  private static final String ONLY = System.getProperty("jcstress.tests", "");

  private static final int ACTORS = 2;
  private static final int HANGS_AFTER_SECONDS = 600;

  /** The compilers of the two actors, as jcstress encodes them: base-3 digits. */
  private static final int INTERPRETED = 0;

  private static final int C1 = 4;
  private static final int C2 = 8;

  /** Makes C2 move instructions at random, about as far as it may. */
  private static final String SHUFFLED =
      "-XX:+StressLCM -XX:+StressGCM -XX:+StressIGVN -XX:+StressCCP ";

  /** The collector that starts fastest; its barriers order no more than the test's own accesses. */
  private static final String COLLECTOR = "-XX:+UseSerialGC ";

  /** How a test ends that throws: while it runs, or when jcstress tries it before. */
  private static final Set<Status> ERRORS = Set.of(Status.TEST_ERROR, Status.CHECK_TEST_ERROR);

  /** How the actors are compiled. */
  enum Compilation {
    INTERPRETER(INTERPRETED, ""),
    CLIENT(C1, ""),
    SERVER(C2, ""),
    SERVER_SHUFFLED(C2, SHUFFLED);

    private final int mode;
    private final String jvmArgs;

    Compilation(int mode, String jvmArgs) {
      this.mode = mode;
      this.jvmArgs = jvmArgs;
    }
  }

  private final Path directory;
  private final Path agent;
  private final Scheduler scheduler;
  private final SchedulingClass scheduling;

  Stress(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.agent = directory.resolve("weakening-agent.jar").toAbsolutePath();
    WeakeningAgent.writeJar(agent);
    Topology topology = Topology.get();
    Options options = options(1);
    PrintStream console = System.out;
    try (PrintStream log = log("probing.txt")) {
      System.setOut(log);
      OSSupport.init();
      VMSupport.initFlags(options);
    } finally {
      System.setOut(console);
    }
    this.scheduler = new Scheduler(topology, options.getCPUCount());
    List<SchedulingClass> classes =
        scheduler.scheduleClasses(ACTORS, options.getCPUCount(), AffinityMode.LOCAL);
    if (classes.isEmpty()) {
      throw new IllegalStateException(
          "Two processors are needed to have two threads interleave, and there are fewer.");
    }
    this.scheduling = classes.get(0);
  }

  private PrintStream log(String name) throws IOException {
    return new PrintStream(
        Files.newOutputStream(directory.resolve(name)), true, StandardCharsets.UTF_8);
  }

  private Options options(int millis) throws IOException {
    // A sample creates a small store: if few exist at a time, they stay in the processor's cache.
    // An actor that waits for the other yields, so that both run also on a busy machine.
    String[] arguments = {
      "-r", directory.toString(),
      "-time", String.valueOf(millis),
      "-iters", "1",
      "-strideSize", "256",
      "-strideCount", "4",
      "-spinStyle", "THREAD_YIELD",
      "-pth", "false"
    };
    Options options = new Options(arguments);
    if (!options.parse()) {
      throw new IllegalStateException("jcstress does not know its own options.");
    }
    return options;
  }

  /** Returns the names of all tests, or of the requested ones. */
  static Collection<String> tests() {
    return TestList.tests().stream()
        .filter(test -> isAskedFor(test.substring(test.lastIndexOf('.') + 1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns how a test is to be paused, as a weakening, or an empty string. */
  static String pause(String test) {
    try {
      Paused paused = Class.forName(test).getAnnotation(Paused.class);
      return paused == null ? "" : "paused " + paused.value();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether the test of that simple name is to be run. */
  static boolean isAskedFor(String simpleName) {
    return simpleName.contains(ONLY);
  }

  /** Returns the test of that simple name. */
  static String test(String simpleName) {
    return tests().stream()
        .filter(name -> name.endsWith("." + simpleName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no test " + simpleName + "."));
  }

  /**
   * A process that runs one test.
   *
   * @param weakening or an empty string
   */
  record Run(String test, String weakening, Compilation compilation, int millis) {}

  /** A run and its result. */
  record Outcome(Run run, TestResult result) {
    long samples() {
      return result.getTotalCount();
    }

    /** Returns the number of forbidden samples. */
    long forbidden() {
      return forbiddenStates().mapToLong(each -> each.count).sum();
    }

    private Stream<GradingResult> forbiddenStates() {
      return result.grading().gradingResults.values().stream()
          .filter(each -> each.expect == Expect.FORBIDDEN && each.count > 0);
    }

    /** Returns the forbidden results. */
    String seen() {
      return forbiddenStates()
          .map(each -> each.count + " × " + each.id)
          .collect(Collectors.joining("; "));
    }

    /** Returns what a run of the unchanged engine must not show, or an empty string. */
    String whatIsWrong() {
      if (result.status() == Status.NORMAL && seen().isEmpty() && samples() > 0) {
        return "";
      }
      return String.format(
          "%s: %s, %,d samples, forbidden: [%s], messages: %s, process: %s",
          run,
          result.status(),
          samples(),
          seen(),
          result.getMessages(),
          String.join(" | ", result.getVmErr()));
    }

    /** Returns whether a forbidden result or an error contains one of the texts. */
    boolean shows(String texts) {
      return Stream.of(texts.split(" or ", -1)).anyMatch(whatItShows()::contains);
    }

    /** Returns the forbidden results, or the error that ended the test. */
    String whatItShows() {
      return ERRORS.contains(result.status())
          ? result.getMessages().stream()
              .filter(each -> each.contains("Exception"))
              .findFirst()
              .orElse("")
              .strip()
          : seen();
    }
  }

  /** Runs all, as many at a time as there are pairs of processors. */
  List<Outcome> run(List<Run> runs, String name) throws IOException {
    List<TestConfig> configs = new ArrayList<>();
    for (Run run : runs) {
      configs.add(config(run, configs.size()));
    }
    InProcessCollector results = new InProcessCollector();
    DiskWriteCollector disk =
        new DiskWriteCollector(directory.resolve(name + ".bin.gz").toString());
    SerializedBufferCollector sink = new SerializedBufferCollector(MuxCollector.of(results, disk));
    new TestExecutor(new Verbosity(0), sink, scheduler).runAll(configs);
    sink.close();
    disk.close();
    List<Outcome> outcomes = new ArrayList<>();
    for (TestResult result : results.getTestResults()) {
      outcomes.add(new Outcome(runs.get(result.getConfig().forkId), result));
    }
    return outcomes;
  }

  private TestConfig config(Run run, int number) throws IOException {
    TestInfo test = TestList.getInfo(run.test);
    String weakened = WeakeningAgent.option(agent, HANGS_AFTER_SECONDS, run.weakening);
    List<String> jvmArgs = List.of((COLLECTOR + run.compilation.jvmArgs + weakened).split(" ", -1));
    return new TestConfig(
        options(run.millis), test, number, jvmArgs, run.compilation.mode, scheduling);
  }
}
