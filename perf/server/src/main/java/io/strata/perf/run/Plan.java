package io.strata.perf.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order and length of all measurements. Each round covers all configurations and begins with
 * another one, so that drift of the machine's speed favours none.
 *
 * @param studies at least one
 * @param configurations at least one; all exist in this version of HBase
 * @param rounds number of measurements of each
 * @param memory of each server
 * @param sample length of an iteration, a multiple of 250 ms
 */
record Plan(
    List<Study> studies,
    List<Configuration> configurations,
    int rounds,
    Memory memory,
    Duration sample) {
  /** Shorter samples have too few operations for a 99.9th percentile. */
  static final Duration MIN_SAMPLE = Duration.ofSeconds(3);

  /** Granularity of times, so that throughput has whole intervals. */
  private static final Duration STEP = Duration.ofMillis(250);

  /** Time under load after which throughput no longer grows by JIT compilation. */
  private static final Duration COMPILED = Duration.ofSeconds(25);

  /** The same as a number of samples, for test runs with short samples. */
  private static final int SAMPLES_TO_START = 6;

  /** Time for the start of a server's processes. */
  private static final Duration PROCESSES = Duration.ofSeconds(12);

  private static final long ZOOKEEPER_HEAP = 256;
  private static final long MASTER_HEAP = 512;

  /** Heaps of this process and of YCSB's client. */
  private static final long CLIENT_HEAPS = 2_048 + 512;

  /** A JVM's total memory (code, classes, stacks, GC) as a multiple of heap and direct buffers. */
  private static final double OVERHEAD = 1.15;

  /** Space for logs and HBase's own files, in MB. */
  private static final long OTHER_FILES = 1_024;

  Plan {
    studies = List.copyOf(studies);
    configurations = List.copyOf(configurations);
  }

  /** Returns the same plan with samples of another length. */
  private Plan with(Duration other) {
    return new Plan(studies, configurations, rounds, memory, other);
  }

  /**
   * Returns the same plan with the longest samples that keep the run within a time limit.
   *
   * @throws IllegalArgumentException with the fix, if the shortest samples take longer
   */
  Plan within(Duration whole) {
    Plan plan = with(MIN_SAMPLE);
    Duration min = plan.planned();
    if (min.compareTo(whole) > 0) {
      throw new IllegalArgumentException(
          ("--minutes=%d: the comparison takes at least %d. Raise it, or choose fewer"
                  + " configurations, rounds or studies.")
              .formatted(whole.toMinutes(), min.toMinutes() + 1));
    }
    Plan longer = plan.with(plan.sample.plus(STEP));
    while (longer.planned().compareTo(whole) <= 0) {
      plan = longer;
      longer = plan.with(plan.sample.plus(STEP));
    }
    return plan;
  }

  /** Returns the minimum time of a server under load before its first sample. */
  Duration start() {
    Duration start = sample.multipliedBy(SAMPLES_TO_START);
    return start.compareTo(COMPILED) < 0 ? start : COMPILED;
  }

  /**
   * Returns the length of a warm-up, which is repeated until hit ratio and throughput are steady.
   */
  Duration warmUp() {
    long steps = sample.dividedBy(2).dividedBy(STEP);
    return STEP.multipliedBy(steps);
  }

  /** Returns all trials in which something is measured, in order. */
  List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Configuration> rotated = new ArrayList<>(configurations);
      Collections.rotate(rotated, 1 - round);
      for (Configuration configuration : rotated) {
        for (Collector collector : Collector.values()) {
          trials.add(new Trial(configuration, collector, round));
        }
      }
    }
    trials.removeIf(trial -> studies(trial).isEmpty());
    return trials;
  }

  /** Returns the studies of a trial, in order. */
  List<Study> studies(Trial trial) {
    return studies.stream().filter(study -> measures(study, trial)).toList();
  }

  private boolean measures(Study study, Trial trial) {
    return study.configurations(configurations).contains(trial.configuration())
        && study.collectors().contains(trial.collector());
  }

  /** Returns the number of iterations of all trials. */
  int samples() {
    return trials().stream()
        .flatMap(trial -> studies(trial).stream())
        .mapToInt(study -> study.iterations().size())
        .sum();
  }

  /** Returns the planned time of the whole run, with the creation of tables. */
  Duration planned() {
    Duration sum = Duration.ZERO;
    for (Study study : studies) {
      sum = sum.plus(loading(study));
    }
    for (Trial trial : trials()) {
      sum = sum.plus(starting());
      for (Study study : studies(trial)) {
        sum = sum.plus(planned(study, trial));
      }
    }
    return sum;
  }

  /** Returns the planned time of a study in a trial. */
  Duration planned(Study study, Trial trial) {
    return study.takesOver(trial) ? Duration.ZERO : study.planned(this);
  }

  /** Returns the planned time for starting a server and warming it up. */
  Duration starting() {
    return PROCESSES.plus(start());
  }

  /** Returns the planned time for creating a study's tables, without those of earlier studies. */
  Duration loading(Study study) {
    return tables(study).values().stream().map(study::making).reduce(Duration.ZERO, Duration::plus);
  }

  /** Returns a study's tables without those of earlier studies, with their bytes. */
  Map<String, Long> tables(Study study) {
    Map<String, Long> tables = new LinkedHashMap<>(study.tables());
    studies.stream()
        .takeWhile(each -> !each.equals(study))
        .forEach(each -> tables.keySet().removeAll(each.tables().keySet()));
    return tables;
  }

  /** Returns the maximum memory of all processes, in bytes. */
  long memoryBytes() {
    long server = (long) memory.total() + memory.directMegabytesWithoutCache();
    double processes = (server + ZOOKEEPER_HEAP + MASTER_HEAP + CLIENT_HEAPS) * OVERHEAD;
    long osCache = studies.stream().mapToLong(Study::osCacheBytes).max().orElse(0);
    return (long) (processes * Memory.MEGABYTE) + osCache;
  }

  /** Returns the disk space for tables and caches in files, in bytes. */
  long diskBytes() {
    long tables =
        studies.stream()
            .mapToLong(
                study ->
                    study.copies() * tables(study).values().stream().mapToLong(each -> each).sum())
            .sum();
    return tables + memory.cacheBytes() + OTHER_FILES * Memory.MEGABYTE;
  }
}
