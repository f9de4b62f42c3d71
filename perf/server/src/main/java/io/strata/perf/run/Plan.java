package io.strata.perf.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is run, in which order and for how long. Each round takes all configurations before the next
 * begins, and begins with another one, so that a machine that grows slower or faster meanwhile
 * favours none.
 *
 * @param studies at least one
 * @param configurations that this HBase has, at least one
 * @param rounds how often each is measured
 * @param memory that each is given
 * @param sample how long each iteration is measured; in steps of 250 ms
 */
record Plan(
    List<Study> studies,
    List<Configuration> configurations,
    int rounds,
    Memory memory,
    Duration sample) {
  /** Shorter, and there are too few operations for a 99.9th percentile. */
  static final Duration MIN_SAMPLE = Duration.ofSeconds(3);

  /** In what steps times are chosen, so that throughput has whole intervals. */
  private static final Duration STEP = Duration.ofMillis(250);

  /** After so much load compilers have little left to do, as throughput over time shows. */
  private static final Duration COMPILED = Duration.ofSeconds(25);

  /** The same in samples, where those are short: such a run is not made for its figures. */
  private static final int SAMPLES_TO_START = 6;

  /** How long the processes of a server take to start. */
  private static final Duration PROCESSES = Duration.ofSeconds(12);

  private static final long ZOOKEEPER_HEAP = 256;
  private static final long MASTER_HEAP = 512;

  /** The heap of this process and that of YCSB's client. */
  private static final long CLIENT_HEAPS = 2_048 + 512;

  /** A JVM's own memory, beside heap and direct buffers: code, classes, stacks, the collector's. */
  private static final double OVERHEAD = 1.15;

  /** Logs, and what HBase writes besides the tables. */
  private static final long OTHER_FILES = 1_024;

  Plan {
    studies = List.copyOf(studies);
    configurations = List.copyOf(configurations);
  }

  /** The same with samples of another length. */
  private Plan with(Duration other) {
    return new Plan(studies, configurations, rounds, memory, other);
  }

  /**
   * The same with the longest samples with which the whole lasts no longer than that.
   *
   * @throws IllegalArgumentException with the least that it takes, when that is more
   */
  Plan within(Duration whole) {
    Plan plan = with(MIN_SAMPLE);
    Duration least = plan.planned();
    if (least.compareTo(whole) > 0) {
      throw new IllegalArgumentException(
          "This comparison takes %d minutes at least: give --minutes as much, or fewer deploys, rounds or studies."
              .formatted(least.toMinutes() + 1));
    }
    Plan longer = plan.with(plan.sample.plus(STEP));
    while (longer.planned().compareTo(whole) <= 0) {
      plan = longer;
      longer = plan.with(plan.sample.plus(STEP));
    }
    return plan;
  }

  /** How long a server must have been under load before its first sample. */
  Duration start() {
    Duration start = sample.multipliedBy(SAMPLES_TO_START);
    return start.compareTo(COMPILED) < 0 ? start : COMPILED;
  }

  /** Of each load, as often as it takes until hit ratio and throughput are steady. */
  Duration warmUp() {
    long steps = sample.dividedBy(2).dividedBy(STEP);
    return STEP.multipliedBy(steps);
  }

  /** All trials in which something is measured, in their order. */
  List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Configuration> inTurn = new ArrayList<>(configurations);
      Collections.rotate(inTurn, 1 - round);
      for (Configuration configuration : inTurn) {
        for (Collector collector : Collector.values()) {
          trials.add(new Trial(configuration, collector, round));
        }
      }
    }
    trials.removeIf(trial -> studies(trial).isEmpty());
    return trials;
  }

  /** What is measured in a trial, in this order. */
  List<Study> studies(Trial trial) {
    return studies.stream().filter(study -> measures(study, trial)).toList();
  }

  private boolean measures(Study study, Trial trial) {
    return study.configurations(configurations).contains(trial.configuration())
        && study.collectors().contains(trial.collector());
  }

  /** Iterations of all trials together. */
  int samples() {
    return trials().stream()
        .flatMap(trial -> studies(trial).stream())
        .mapToInt(study -> study.iterations().size())
        .sum();
  }

  /** How long all of it takes, tables included. */
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

  /** How long a study takes in a trial. */
  Duration planned(Study study, Trial trial) {
    return study.takesOver(trial) ? Duration.ZERO : study.planned(this);
  }

  /** How long a server takes to be started and to be warm, before its first study. */
  Duration starting() {
    return PROCESSES.plus(start());
  }

  /** How long a study's tables take to be made; no time for those that a study before has made. */
  Duration loading(Study study) {
    return tables(study).values().stream().map(study::making).reduce(Duration.ZERO, Duration::plus);
  }

  /** Those of a study's tables that no study before has, and their bytes. */
  Map<String, Long> tables(Study study) {
    Map<String, Long> tables = new LinkedHashMap<>(study.tables());
    studies.stream()
        .takeWhile(each -> !each.equals(study))
        .forEach(each -> tables.keySet().removeAll(each.tables().keySet()));
    return tables;
  }

  /** Bytes of memory that all processes take together, at most. */
  long memoryBytes() {
    long server = (long) memory.total() + memory.directMegabytesWithoutCache();
    double processes = (server + ZOOKEEPER_HEAP + MASTER_HEAP + CLIENT_HEAPS) * OVERHEAD;
    long osCache = studies.stream().mapToLong(Study::osCacheBytes).max().orElse(0);
    return (long) (processes * Memory.MEGABYTE) + osCache;
  }

  /** Bytes of disk that tables and caches in files take. */
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
