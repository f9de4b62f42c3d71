package io.strata.perf.run;

/** The RegionServer's garbage collectors, with the JVM options that select them. */
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
