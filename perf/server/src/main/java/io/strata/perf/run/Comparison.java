package io.strata.perf.run;

import io.strata.perf.common.Machine;
import io.strata.perf.common.Progress;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.ycsb.YcsbWorkload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A comparison, from its options to its raw data. */
public final class Comparison {
  /** All studies, in the order of execution. */
  public static final List<String> STUDIES = List.of("loadings", "gc", "pe", "ycsb");

  private static final Duration SMALL_SAMPLE = Duration.ofSeconds(1);

  private final Plan plan;
  private final RunFacts facts;

  private Comparison(Plan plan, RunFacts facts) {
    this.plan = plan;
    this.facts = facts;
  }

  /**
   * Plans a comparison.
   *
   * @param command the command line, for the report
   * @param revision of Strata, for the report
   * @throws IllegalArgumentException with the fix, if the options do not fit together
   */
  public static Comparison of(Options options, String command, String revision) {
    List<Configuration> available =
        options.configurations().stream().filter(each -> each.unavailable().isEmpty()).toList();
    if (available.isEmpty()) {
      throw new IllegalArgumentException(
          "--configurations=%s: HBase %s has none of them. Name others."
              .formatted(joined(options.configurations()), Server.HBASE.version()));
    }
    List<Study> studies =
        inOrder(options.studies()).stream().map(id -> study(id, options)).toList();
    for (Study study : studies) {
      if (study.configurations(available).isEmpty()) {
        throw new IllegalArgumentException(
            "--studies=%s: measures none of the configurations %s. Leave it out, or name others."
                .formatted(study.id(), joined(available)));
      }
    }
    Plan small = new Plan(studies, available, options.rounds(), options.memory(), SMALL_SAMPLE);
    Plan plan = options.small() ? small : small.within(options.duration());
    return new Comparison(plan, facts(options, plan, command, revision));
  }

  private static String joined(List<Configuration> configurations) {
    return configurations.stream().map(Configuration::id).collect(Collectors.joining(","));
  }

  private static List<String> inOrder(List<String> chosen) {
    for (String id : chosen) {
      if (!STUDIES.contains(id)) {
        throw new IllegalArgumentException(
            "Unknown study \"%s\": choose from %s.".formatted(id, String.join(", ", STUDIES)));
      }
    }
    return STUDIES.stream().filter(chosen::contains).toList();
  }

  private static Study study(String id, Options options) {
    Memory memory = options.memory();
    List<String> chosen = options.studies();
    return switch (id) {
      case "loadings" -> LoadingsStudy.ofLoadings(memory, chosen.contains("gc"));
      case "pe" -> new PublishedStudy(memory, options.threads());
      case "ycsb" ->
          options.small()
              ? YcsbStudy.of(memory, EnumSet.of(YcsbWorkload.C, YcsbWorkload.A))
              : YcsbStudy.ofAll(memory);
      case "gc" -> LoadingsStudy.ofCollectors(memory, chosen.contains("loadings"));
      default -> throw new IllegalArgumentException(id);
    };
  }

  private static RunFacts facts(Options options, Plan plan, String command, String revision) {
    return new RunFacts(
        command,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        options.rounds(),
        machine(),
        versions(revision),
        plan.configurations().stream().map(each -> facts(each, options.memory())).toList(),
        plan.studies().stream().map(Study::facts).toList(),
        notes(options, plan));
  }

  private static RunFacts.CacheConfiguration facts(Configuration configuration, Memory memory) {
    return new RunFacts.CacheConfiguration(
        configuration.id(),
        configuration.title(),
        configuration.heapMegabytes(memory),
        memory.total() - configuration.heapMegabytes(memory),
        configuration.settings(memory));
  }

  private static Map<String, String> machine() {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("Cores", Integer.toString(Machine.cores()));
    machine.put("Processor", Machine.processor());
    machine.put("Memory", String.format(Locale.ROOT, "%.1f GB", Machine.memoryBytes() / 1e9));
    machine.put("System", Machine.system());
    return machine;
  }

  private static Map<String, String> versions(String revision) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("Strata", revision);
    versions.put("HBase", Server.HBASE.version());
    versions.put("JDK", Machine.jdk());
    return versions;
  }

  private static List<String> notes(Options options, Plan plan) {
    List<String> notes = new ArrayList<>();
    notes.add(
        String.format(
            Locale.ROOT,
            "Each sample was measured for %.1f seconds. Before it came warm-ups of %.1f seconds"
                + " until hit ratio and throughput were steady, and at least %.0f seconds under"
                + " load since the server's start.",
            plan.sample().toMillis() / 1e3,
            plan.warmUp().toMillis() / 1e3,
            plan.start().toMillis() / 1e3));
    if (options.small()) {
      notes.add("This is a test run (--small); its figures are not meaningful.");
    }
    options.configurations().stream()
        .map(Configuration::unavailable)
        .flatMap(Optional::stream)
        .forEach(notes::add);
    return notes;
  }

  /** Returns the maximum memory of all processes, in bytes. */
  public long memoryBytes() {
    return plan.memoryBytes();
  }

  /** Returns the disk space for tables and caches in files, in bytes. */
  public long diskBytes() {
    return plan.diskBytes();
  }

  /** Returns the planned number of samples. */
  public int samples() {
    return plan.samples();
  }

  /**
   * Opens the folder of raw data: a new one, or that of an interrupted run of this comparison.
   *
   * @throws IOException with the fix, if it holds something else
   */
  public RawData open(Path out) throws IOException {
    return OutFolder.open(out, facts);
  }

  /**
   * Measures the samples that the raw data lack.
   *
   * @param folder for the servers' data and logs
   * @param out receives the progress
   */
  public void run(RawData data, Path folder, PrintStream out)
      throws IOException, InterruptedException {
    Runner runner = new Runner(plan, data, new Progress(out));
    if (!runner.isDone()) {
      runner.run(folder);
    }
  }
}
