package io.strata.perf.run;

import io.strata.perf.data.SampleKey;

/**
 * One RegionServer from its start to its stop: it has one cache and one collector, and all studies
 * of these are measured on it, one after the other. So its compilers have to be waited for once,
 * and not before each study.
 *
 * @param round which repetition, from 1
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

  /** As in progress. */
  String title() {
    String with = collector == Collector.G1 ? "" : ", " + collector;
    return "Round %d, %s%s".formatted(round, configuration.title(), with);
  }
}
