package io.strata.perf.run;

/** Garbage collectors of the RegionServer, each with the option that chooses it. */
public enum Collector {
  G1("-XX:+UseG1GC"),
  ZGC("-XX:+UseZGC");

  private final String option;

  Collector(String option) {
    this.option = option;
  }

  String option() {
    return option;
  }
}
