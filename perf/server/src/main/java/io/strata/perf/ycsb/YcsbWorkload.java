package io.strata.perf.ycsb;

import java.util.Map;

/**
 * The workloads: YCSB's six core workloads as in its {@code workloads} folder, the two of
 * HBASE-11425, and a hot spot. All use the same rows, 10 columns of 100 bytes.
 */
public enum YcsbWorkload {
  A(
      "ycsb-a",
      "YCSB A: update heavy",
      "Half reads, half updates of one column, zipfian.",
      Map.of("readproportion", "0.5", "updateproportion", "0.5", "requestdistribution", "zipfian")),
  B(
      "ycsb-b",
      "YCSB B: read mostly",
      "95 % reads, 5 % updates of one column, zipfian.",
      Map.of(
          "readproportion", "0.95", "updateproportion", "0.05", "requestdistribution", "zipfian")),
  C(
      "ycsb-c",
      "YCSB C: read only",
      "Reads, zipfian.",
      Map.of("readproportion", "1", "updateproportion", "0", "requestdistribution", "zipfian")),
  D(
      "ycsb-d",
      "YCSB D: read latest",
      "95 % reads, mostly of the rows inserted last; 5 % inserts.",
      Map.of(
          "readproportion", "0.95",
          "updateproportion", "0",
          "insertproportion", "0.05",
          "requestdistribution", "latest")),
  E(
      "ycsb-e",
      "YCSB E: short ranges",
      "95 % scans of 1 to 100 rows from a zipfian one on, 5 % inserts.",
      Map.of(
          "readproportion", "0",
          "updateproportion", "0",
          "scanproportion", "0.95",
          "insertproportion", "0.05",
          "maxscanlength", "100",
          "requestdistribution", "zipfian")),
  F(
      "ycsb-f",
      "YCSB F: read, modify, write",
      "Half reads, half reads followed by an update of one column of the row, zipfian.",
      Map.of(
          "readproportion", "0.5",
          "updateproportion", "0",
          "readmodifywriteproportion", "0.5",
          "requestdistribution", "zipfian")),
  /** Uniform, so that the hit ratio depends only on the sizes of table and cache. */
  MULTI_GET(
      "ycsb-multi-get-100",
      "Multi-gets of 100",
      "Multi-gets of 100 rows each, uniform.",
      Map.of(
          "readproportion",
          "1",
          "updateproportion",
          "0",
          HBaseWorkload.ROWS_PER_READ,
          "100",
          "requestdistribution",
          "uniform")),
  /** The length is ours: long enough for the scan to outweigh its opening. */
  RANGE_SCAN(
      "ycsb-range-scan",
      "Range scans",
      "Scans of 1 to 1,000 rows, 500 on average, from a uniform one on.",
      Map.of(
          "readproportion", "0",
          "updateproportion", "0",
          "scanproportion", "1",
          "maxscanlength", "1000",
          "requestdistribution", "uniform")),
  /** The hot rows are adjacent if keys are in order, otherwise spread over the table. */
  HOT_SPOT(
      "ycsb-hot-spot",
      "Hot spot",
      "Reads, 95 % of them of the first tenth of the rows, uniform there.",
      Map.of(
          "readproportion", "1",
          "updateproportion", "0",
          "requestdistribution", "hotspot",
          "hotspotdatafraction", "0.1",
          "hotspotopnfraction", "0.95"));

  private final String key;
  private final String title;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // Created by Map.of, immutable.
  private final Map<String, String> properties;

  YcsbWorkload(String key, String title, String description, Map<String, String> properties) {
    this.key = key;
    this.title = title;
    this.description = description;
    this.properties = properties;
  }

  /** Returns the name in folders. */
  public String key() {
    return key;
  }

  /** Returns the title, for charts. */
  public String title() {
    return title;
  }

  /** Returns a description in sentences. */
  public String description() {
    return description;
  }

  /** Returns YCSB's properties for this workload. */
  Map<String, String> properties() {
    return properties;
  }

  /** Returns whether it changes the table, which {@link YcsbTable#restore} undoes. */
  public boolean writes() {
    return switch (this) {
      case C, MULTI_GET, RANGE_SCAN, HOT_SPOT -> false;
      case A, B, D, E, F -> true;
    };
  }
}
