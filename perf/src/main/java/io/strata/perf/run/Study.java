package io.strata.perf.run;

import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A part of a comparison: a table, and what is measured on it in each life of a server. */
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

  /** The name of its table, which several studies may share. */
  String table();

  /** Bytes of its table on disk. */
  long tableBytes();

  /** How long a life takes besides its stretches, warm-ups and profiles. */
  Duration overhead();

  /** How long a life takes, about. */
  default Duration planned(Phases phases) {
    return overhead()
        .plus(phases.sample().multipliedBy(stretches().size() + profiles()))
        .plus(phases.warmUp().multipliedBy(warmUps()));
  }

  /** Makes its table, unless it is there from a run that was broken off. */
  void prepare(Server server) throws IOException, InterruptedException;

  /** Measures what is missing of a life, on a server that has just been started for it. */
  void measure(Session session) throws IOException, InterruptedException;
}
