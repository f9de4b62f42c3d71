package io.strata.perf.run;

import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A part of a comparison: tables, and what is measured on them in each life of a server. */
interface Study {
  /** As on the command line and in raw data. */
  String id();

  /** What the report says of it. */
  RunFacts.Study facts();

  /** Which of the chosen deploys it measures, in their order: as a rule those in memory. */
  default List<Deploy> deploys(List<Deploy> chosen) {
    return chosen.stream().filter(Deploy.IN_MEMORY::contains).toList();
  }

  /** The collectors under which it measures each of them: as a rule HBase's usual one. */
  default List<Collector> collectors() {
    return List.of(Collector.G1);
  }

  /** What it measures in each life, in this order. */
  List<Stretch> stretches();

  /** About how many warm-ups a life takes before its stretches. */
  int warmUps();

  /** How many stretches of a life are run once more, to be profiled. */
  default int profiles() {
    return 0;
  }

  /** Bytes on disk of each of its tables by their names; several studies may share one. */
  Map<String, Long> tables();

  /** How long a table of its takes to be made, about. */
  default Duration making(long bytes) {
    return Estimate.loading(bytes);
  }

  /** How long it takes besides its stretches, warm-ups and profiles. */
  Duration overhead();

  /** Whether what it is to measure in a life was measured there by a study before it. */
  default boolean takesOver(Life life) {
    return false;
  }

  /** How long it takes in a life where it takes nothing over, about. */
  default Duration planned(Phases phases) {
    return overhead()
        .plus(phases.sample().multipliedBy(stretches().size() + profiles()))
        .plus(phases.warmUp().multipliedBy(warmUps()));
  }

  /** Makes its tables, unless they are there from a run that was broken off. */
  void prepare(Server server) throws IOException, InterruptedException;

  /** Measures what is missing of a life, on the server that was started for it. */
  void measure(Session session) throws IOException, InterruptedException;
}
