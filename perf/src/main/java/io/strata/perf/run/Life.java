package io.strata.perf.run;

import io.strata.perf.data.SampleKey;

/**
 * One life of a RegionServer: from its start to its stop it has one cache and one collector, and
 * one study is measured on it.
 *
 * @param round which repetition, from 1
 */
record Life(String study, Deploy deploy, Collector collector, int round) {

  SampleKey key(Stretch stretch) {
    return new SampleKey(
        study,
        stretch.load(),
        deploy.id(),
        collector.name(),
        stretch.threads(),
        stretch.mode(),
        round);
  }

  /** As in file names. */
  String id() {
    return "%s-%s-%s-round-%d".formatted(study, deploy.id(), collector, round);
  }

  /** As in progress. */
  String title() {
    String with = collector == Collector.G1 ? "" : ", " + collector;
    return "%s, round %d: %s%s".formatted(study, round, deploy.title(), with);
  }
}
