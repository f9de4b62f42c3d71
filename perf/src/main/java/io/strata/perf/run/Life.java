package io.strata.perf.run;

import io.strata.perf.data.SampleKey;

/**
 * One life of a RegionServer: from its start to its stop it has one cache and one collector, and
 * all studies that measure these are made in it, one after the other. So its compilers have to be
 * waited for once, and not before each study.
 *
 * @param round which repetition, from 1
 */
record Life(Deploy deploy, Collector collector, int round) {

  SampleKey key(String study, Stretch stretch) {
    return new SampleKey(
        study,
        stretch.load(),
        deploy.id(),
        collector.name(),
        stretch.threads(),
        stretch.mode(),
        round);
  }

  /** As in progress. */
  String title() {
    String with = collector == Collector.G1 ? "" : ", " + collector;
    return "Round %d, %s%s".formatted(round, deploy.title(), with);
  }
}
