package io.strata.perf.run;

import io.strata.perf.data.SampleKey;

/**
 * One RegionServer process, with one cache and one collector. All studies of these run on it one
 * after the other, so that JIT compilation is waited for once and not before each study.
 *
 * @param round the repetition, from 1
 */
record Trial(Configuration configuration, Collector collector, int round) {

  SampleKey key(String study, Iteration iteration) {
    return new SampleKey(
        study,
        iteration.load(),
        configuration.id(),
        collector.name(),
        iteration.threads(),
        iteration.mode(),
        round);
  }

  /** Returns the title, for progress. */
  String title() {
    String with = collector == Collector.G1 ? "" : ", " + collector;
    return "Round %d, %s%s".formatted(round, configuration.title(), with);
  }
}
