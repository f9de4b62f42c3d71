package io.strata.perf.compare;

import io.strata.perf.common.load.Pace;
import io.strata.perf.run.PairedKeys;
import io.strata.perf.run.PairedLoad;
import io.strata.perf.run.PairedPlan.LoadStep;
import io.strata.perf.run.PairedTable;
import java.util.Locale;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/** The loads of {@code ./strata compare}, in the order of measurement. */
enum ComparedLoad {
  HIT_GET(LoadGroup.HITS, "All hits: gets", PairedLoad.GET, PairedKeys.UNIFORM),
  HIT_MULTIGET(
      LoadGroup.HITS, "All hits: multi-gets of 100", PairedLoad.MULTIGET, PairedKeys.UNIFORM),
  HIT_SCAN(LoadGroup.HITS, "All hits: scans of 1000 rows", PairedLoad.SCAN, PairedKeys.UNIFORM),
  SCAN_GET(LoadGroup.SCAN, "Hot gets beside a scan", PairedLoad.GET, PairedKeys.UNIFORM),
  /** Full speed takes both processors, so its latencies are those of the queue for them. */
  SCAN_PACED_GET(
      LoadGroup.SCAN, "Hot gets at a fixed rate beside a scan", PairedLoad.GET, PairedKeys.UNIFORM),
  YCSB_C(LoadGroup.YCSB, "YCSB C: reads", PairedLoad.YCSB_C, PairedKeys.ZIPF),
  YCSB_B(LoadGroup.YCSB, "YCSB B: 95 % reads", PairedLoad.YCSB_B, PairedKeys.ZIPF),
  YCSB_D(LoadGroup.YCSB, "YCSB D: 95 % reads of the latest", PairedLoad.YCSB_D, PairedKeys.LATEST),
  YCSB_E(LoadGroup.YCSB, "YCSB E: 95 % short scans", PairedLoad.YCSB_E, PairedKeys.ZIPF),
  YCSB_A(LoadGroup.YCSB, "YCSB A: half updates", PairedLoad.YCSB_A, PairedKeys.ZIPF),
  YCSB_F(LoadGroup.YCSB, "YCSB F: half read-modify-writes", PairedLoad.YCSB_F, PairedKeys.ZIPF),
  MISS_GET(LoadGroup.MISSES, "Misses into the page cache: gets", PairedLoad.GET, PairedKeys.ZIPF),
  DISK_GET(LoadGroup.MISSES, "Misses into the disk: gets", PairedLoad.GET, PairedKeys.ZIPF),
  JSON_GET(LoadGroup.MISSES, "JSON into the page cache: gets", PairedLoad.GET, PairedKeys.ZIPF),
  JSON_DISK_GET(LoadGroup.MISSES, "JSON into the disk: gets", PairedLoad.GET, PairedKeys.ZIPF);

  /** The table of loads whose reads all hit: BucketCache may leave a third of its memory unused. */
  private static final PairedTable FITS =
      new PairedTable(PairedTable.Rows.VALUES, DataBlockEncoding.NONE, 0.5);

  private static final PairedTable LARGE =
      new PairedTable(PairedTable.Rows.VALUES, DataBlockEncoding.NONE, 2);

  /** The table of compression; the values of the others are random. */
  private static final PairedTable LARGE_JSON =
      new PairedTable(PairedTable.Rows.JSON, DataBlockEncoding.NONE, 2);

  private static final int GETS_PER_SECOND = 1_000;

  /** At a fixed rate, a slice has few requests, and collector pauses decide the percentiles. */
  private static final int PACED_TIMES = 3;

  /** The kinds of loads that can be chosen. */
  enum LoadGroup {
    HITS,
    SCAN,
    YCSB,
    MISSES;

    /** Returns the name on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final LoadGroup group;
  private final String title;
  private final PairedLoad load;
  private final PairedKeys keys;

  ComparedLoad(LoadGroup group, String title, PairedLoad load, PairedKeys keys) {
    this.group = group;
    this.title = title;
    this.load = load;
    this.keys = keys;
  }

  LoadGroup group() {
    return group;
  }

  /** Returns the title, which names it in reports and raw data. */
  String title() {
    return title;
  }

  /** Returns how many times the pairs of other loads it takes. */
  int times() {
    return this == SCAN_PACED_GET ? PACED_TIMES : 1;
  }

  /**
   * Returns the load.
   *
   * @param pairs number of pairs of a load that takes them {@linkplain #times() once}
   */
  LoadStep step(int pairs) {
    return new LoadStep(
        title,
        load,
        switch (this) {
          case MISS_GET, DISK_GET -> LARGE;
          case JSON_GET, JSON_DISK_GET -> LARGE_JSON;
          default -> FITS;
        },
        keys,
        this == DISK_GET || this == JSON_DISK_GET || this == SCAN_PACED_GET,
        group == LoadGroup.SCAN ? LARGE : null,
        this == SCAN_PACED_GET ? Pace.paced(GETS_PER_SECOND) : Pace.peak(),
        pairs * times());
  }
}
