package io.strata.perf.run;

import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A part of a comparison: tables, and the iterations on them in each trial. */
interface Study {
  /** Speed of writing a table's files, and of reading them into a cache, on a small machine. */
  long BYTES_PER_SECOND = 150_000_000;

  /** Returns the name on the command line and in raw data. */
  String id();

  /** Returns the description for the report. */
  RunFacts.StudyFacts facts();

  /** Returns those of the chosen configurations that it measures; by default those in memory. */
  default List<Configuration> configurations(List<Configuration> chosen) {
    return chosen.stream().filter(Configuration.IN_MEMORY::contains).toList();
  }

  /** Returns the collectors under which it measures each of them; by default G1. */
  default List<Collector> collectors() {
    return List.of(Collector.G1);
  }

  /** Returns its iterations in each trial, in order. */
  List<Iteration> iterations();

  /** Returns the approximate number of warm-ups in a trial. */
  int warmUps();

  /** Returns the number of iterations of a trial that are run again to record allocation. */
  default int profiles() {
    return 0;
  }

  /** Returns the bytes on disk of its tables, by name; studies may share tables. */
  Map<String, Long> tables();

  /** Returns the disk space that it needs, as a multiple of its tables. */
  default int copies() {
    return 1;
  }

  /** Returns the bytes that the page cache must be able to hold. */
  default long osCacheBytes() {
    return 0;
  }

  /** Returns the approximate time for creating one of its tables. */
  default Duration making(long bytes) {
    return loading(bytes);
  }

  /** Returns the approximate time for writing files, or for reading them into a cache. */
  static Duration loading(long bytes) {
    return Duration.ofSeconds(1 + bytes / BYTES_PER_SECOND);
  }

  /** Returns the approximate time beside iterations and warm-ups. */
  Duration overhead();

  /** Returns whether an earlier study has measured all its iterations in a trial. */
  default boolean takesOver(Trial trial) {
    return false;
  }

  /** Returns the approximate time in a trial without samples of an earlier study. */
  default Duration planned(Plan plan) {
    return overhead()
        .plus(plan.sample().multipliedBy(iterations().size() + profiles()))
        .plus(plan.warmUp().multipliedBy(warmUps()));
  }

  /** Creates its tables, unless an interrupted run has created them. */
  void prepare(Server server) throws IOException, InterruptedException;

  /** Measures the missing iterations of a trial, on the server that was started for it. */
  void measure(Measurement measurement) throws IOException, InterruptedException;
}
