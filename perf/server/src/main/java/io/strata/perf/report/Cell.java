package io.strata.perf.report;

import io.strata.perf.data.Mode;
import io.strata.perf.data.SampleKey;
import java.util.Map;

/** What the rounds of a comparison repeat: a {@link SampleKey} without its round. */
record Cell(String study, String load, String deploy, String collector, int threads, Mode mode) {
  static Cell of(SampleKey key) {
    return new Cell(
        key.study(), key.load(), key.deploy(), key.collector(), key.threads(), key.mode());
  }

  /** The same, of another deploy. */
  Cell of(String otherDeploy) {
    return new Cell(study, load, otherDeploy, collector, threads, mode);
  }

  /** What scripts and tests read of it, but for the deploy. */
  Map<String, String> data() {
    return Map.of(
        "study", study,
        "load", load,
        "collector", collector,
        "threads", Integer.toString(threads),
        "mode", mode.name());
  }
}
