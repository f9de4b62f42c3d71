package io.strata.perf.record;

/** The loads that are recorded, in the order of execution. */
public enum RecordedLoad {
  /** YCSB's workload C. */
  YCSB_ZIPFIAN("ycsb-zipfian", "YCSB C: single rows, zipfian"),
  /** YCSB's workload D; continual flushes keep the newest rows out of the memstore. */
  YCSB_LATEST("ycsb-latest", "YCSB D: the rows inserted last, flushed continually"),
  /** YCSB's workload E. */
  YCSB_SCANS("ycsb-scans", "YCSB E: short ranges, zipfian"),
  /** PerformanceEvaluation's random reads, range scans and sequential reads. */
  PE("pe", "PerformanceEvaluation: randomRead, scanRange100, sequentialRead"),
  /** Hot rows, while another table is scanned completely, again and again. */
  FULL_SCAN("full-scan", "Hot rows, while another table is scanned"),
  /** Hot rows, while their table is compacted to one new file, again and again. */
  COMPACTION_STORM("compaction-storm", "Hot rows, while their table is compacted");

  private final String id;
  private final String title;

  RecordedLoad(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Returns the name on the command line, which is also the recording's folder. */
  public String id() {
    return id;
  }

  /** Returns a short description. */
  public String title() {
    return title;
  }

  /** Returns the id, by which the command line finds it. */
  @Override
  public String toString() {
    return id;
  }
}
