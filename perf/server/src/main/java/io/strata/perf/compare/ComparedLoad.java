package io.strata.perf.compare;

import io.strata.perf.run.PairedKeys;
import io.strata.perf.run.PairedLoad;
import io.strata.perf.run.PairedPlan.Step;
import io.strata.perf.run.PairedTable;
import java.util.Locale;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/** The loads of {@code ./strata compare}, in the order of measurement. */
enum ComparedLoad {
  HIT_GET(Kind.HITS, "All hits: gets", PairedLoad.GET, PairedKeys.UNIFORM),
  HIT_MULTIGET(Kind.HITS, "All hits: multi-gets of 100", PairedLoad.MULTIGET, PairedKeys.UNIFORM),
  HIT_SCAN(Kind.HITS, "All hits: scans of 1000 rows", PairedLoad.SCAN, PairedKeys.UNIFORM),
  SCAN_GET(Kind.SCAN, "Hot gets beside a scan", PairedLoad.GET, PairedKeys.UNIFORM),
  YCSB_C(Kind.YCSB, "YCSB C: reads", PairedLoad.YCSB_C, PairedKeys.ZIPF),
  YCSB_B(Kind.YCSB, "YCSB B: 95 % reads", PairedLoad.YCSB_B, PairedKeys.ZIPF),
  YCSB_D(Kind.YCSB, "YCSB D: 95 % reads of the latest", PairedLoad.YCSB_D, PairedKeys.LATEST),
  YCSB_E(Kind.YCSB, "YCSB E: 95 % short scans", PairedLoad.YCSB_E, PairedKeys.ZIPF),
  YCSB_A(Kind.YCSB, "YCSB A: half updates", PairedLoad.YCSB_A, PairedKeys.ZIPF),
  YCSB_F(Kind.YCSB, "YCSB F: half read-modify-writes", PairedLoad.YCSB_F, PairedKeys.ZIPF),
  MISS_GET(Kind.MISSES, "Misses into the page cache: gets", PairedLoad.GET, PairedKeys.ZIPF),
  DISK_GET(Kind.MISSES, "Misses into the disk: gets", PairedLoad.GET, PairedKeys.ZIPF),
  JSON_GET(Kind.MISSES, "JSON into the page cache: gets", PairedLoad.GET, PairedKeys.ZIPF),
  JSON_DISK_GET(Kind.MISSES, "JSON into the disk: gets", PairedLoad.GET, PairedKeys.ZIPF);

  /** The table of loads whose reads all hit: BucketCache may leave a third of its memory unused. */
  private static final PairedTable FITS =
      new PairedTable(PairedTable.Rows.VALUES, DataBlockEncoding.NONE, 0.5);

  private static final PairedTable LARGE =
      new PairedTable(PairedTable.Rows.VALUES, DataBlockEncoding.NONE, 2);

  /** The table of compression; the values of the others are random. */
  private static final PairedTable LARGE_JSON =
      new PairedTable(PairedTable.Rows.JSON, DataBlockEncoding.NONE, 2);

  /** The kinds of loads that can be chosen. */
  enum Kind {
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

  private final Kind kind;
  private final String title;
  private final PairedLoad load;
  private final PairedKeys keys;

  ComparedLoad(Kind kind, String title, PairedLoad load, PairedKeys keys) {
    this.kind = kind;
    this.title = title;
    this.load = load;
    this.keys = keys;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the title, which names it in reports and raw data. */
  String title() {
    return title;
  }

  /** Returns the load with a number of pairs. */
  Step step(int pairs) {
    return new Step(
        title,
        load,
        switch (this) {
          case MISS_GET, DISK_GET -> LARGE;
          case JSON_GET, JSON_DISK_GET -> LARGE_JSON;
          default -> FITS;
        },
        keys,
        this == DISK_GET || this == JSON_DISK_GET,
        this == SCAN_GET ? LARGE : null,
        pairs);
  }
}
