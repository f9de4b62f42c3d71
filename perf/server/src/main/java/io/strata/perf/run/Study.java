package io.strata.perf.run;

import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A part of a comparison: tables, and what is measured on them in each trial. */
interface Study {
  /** What writing a table's files manages on a small machine, and reading them into a cache. */
  long BYTES_A_SECOND = 150_000_000;

  /** As on the command line and in raw data. */
  String id();

  /** What the report says of it. */
  RunFacts.Study facts();

  /** Which of the chosen configurations it measures, in their order: as a rule those in memory. */
  default List<Configuration> configurations(List<Configuration> chosen) {
    return chosen.stream().filter(Configuration.IN_MEMORY::contains).toList();
  }

  /** The collectors under which it measures each of them: as a rule HBase's usual one. */
  default List<Collector> collectors() {
    return List.of(Collector.G1);
  }

  /** What it measures in each trial, in this order. */
  List<Iteration> iterations();

  /** About how many warm-ups a trial takes before its iterations. */
  int warmUps();

  /** How many iterations of a trial are run once more, to be profiled. */
  default int profiles() {
    return 0;
  }

  /** Bytes on disk of each of its tables by their names; several studies may share one. */
  Map<String, Long> tables();

  /** How many times the bytes of its tables it needs on disk. */
  default int copies() {
    return 1;
  }

  /** Bytes that the operating system must be able to cache. */
  default long osCacheBytes() {
    return 0;
  }

  /** How long a table of its takes to be made, about. */
  default Duration making(long bytes) {
    return loading(bytes);
  }

  /** How long files of so many bytes take to be written, or to be read into a cache, about. */
  static Duration loading(long bytes) {
    return Duration.ofSeconds(1 + bytes / BYTES_A_SECOND);
  }

  /** How long it takes besides its iterations, warm-ups and profiles. */
  Duration overhead();

  /** Whether what it is to measure in a trial was measured there by a study before it. */
  default boolean takesOver(Trial trial) {
    return false;
  }

  /** How long it takes in a trial where it takes nothing over, about. */
  default Duration planned(Plan plan) {
    return overhead()
        .plus(plan.sample().multipliedBy(iterations().size() + profiles()))
        .plus(plan.warmUp().multipliedBy(warmUps()));
  }

  /** Makes its tables, unless they are there from a run that was broken off. */
  void prepare(Server server) throws IOException, InterruptedException;

  /** Measures what is missing of a trial, on the server that was started for it. */
  void measure(Measurement measurement) throws IOException, InterruptedException;
}
