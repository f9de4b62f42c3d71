package io.strata.perf.report;

import io.strata.perf.data.Mode;
import io.strata.perf.data.SampleKey;
import java.util.Map;

/** A {@link SampleKey} without its round. */
record Cell(
    String study, String load, String configuration, String collector, int threads, Mode mode) {
  static Cell of(SampleKey key) {
    return new Cell(
        key.study(), key.load(), key.configuration(), key.collector(), key.threads(), key.mode());
  }

  /** Returns the same cell of another configuration. */
  Cell of(String otherConfiguration) {
    return new Cell(study, load, otherConfiguration, collector, threads, mode);
  }

  /** Returns the attributes for scripts and tests, without the configuration. */
  Map<String, String> data() {
    return Map.of(
        "study", study,
        "load", load,
        "collector", collector,
        "threads", Integer.toString(threads),
        "mode", mode.name());
  }
}
