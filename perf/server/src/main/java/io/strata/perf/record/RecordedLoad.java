package io.strata.perf.record;

/** The loads under which accesses are recorded, in the order in which they are run. */
public enum RecordedLoad {
  /** YCSB's workload C. */
  YCSB_ZIPFIAN("ycsb-zipfian", "YCSB C: single rows, zipfian"),
  /**
   * YCSB's workload D; the table is flushed all the while, or what is newest would be in memory.
   */
  YCSB_LATEST("ycsb-latest", "YCSB D: the rows inserted last, which are flushed all the while"),
  /** YCSB's workload E. */
  YCSB_SCANS("ycsb-scans", "YCSB E: short ranges, zipfian"),
  /** PerformanceEvaluation's random reads, ranges, and reads in order. */
  PE("pe", "PerformanceEvaluation: randomRead, scanRange100, sequentialRead"),
  /** Hot rows, and a table that is scanned from its beginning to its end, again and again. */
  FULL_SCAN("full-scan", "Hot rows, while another table is scanned"),
  /** Hot rows, whose table is compacted to one new file, again and again. */
  COMPACTION_STORM("compaction-storm", "Hot rows, while their table is compacted");

  private final String id;
  private final String title;

  RecordedLoad(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** As on the command line; also the folder of its recording. */
  public String id() {
    return id;
  }

  /** What it is, in a few words. */
  public String title() {
    return title;
  }

  /** Returns the id: the command line takes it by this. */
  @Override
  public String toString() {
    return id;
  }
}
