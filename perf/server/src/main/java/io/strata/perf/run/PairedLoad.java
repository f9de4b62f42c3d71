package io.strata.perf.run;

import io.strata.perf.common.load.Operation;
import io.strata.perf.load.Reads;
import io.strata.perf.load.RequestMix;

/** The loads of a paired measurement. */
public enum PairedLoad {
  GET("get"),
  MULTIGET("multiget"),
  SCAN("scan"),
  /** Half reads, half updates, as in YCSB's workload A. */
  YCSB_A("ycsb-a"),
  /** 95 % reads, 5 % updates, as in YCSB's workload B. */
  YCSB_B("ycsb-b"),
  /** Reads, as in YCSB's workload C. */
  YCSB_C("ycsb-c"),
  /** 95 % reads, 5 % updates in place of the inserts of YCSB's workload D. */
  YCSB_D("ycsb-d"),
  /** 95 % short scans, 5 % updates in place of the inserts of YCSB's workload E. */
  YCSB_E("ycsb-e"),
  /** Half reads, half read-modify-writes, as in YCSB's workload F. */
  YCSB_F("ycsb-f");

  private static final int MULTIGET_ROWS = 100;
  private static final int SCAN_ROWS = 1_000;

  private final String id;

  PairedLoad(String id) {
    this.id = id;
  }

  Operation of(Reads reads) {
    return switch (this) {
      case GET -> reads.get();
      case MULTIGET -> reads.multiGet(MULTIGET_ROWS);
      case SCAN -> reads.scan(SCAN_ROWS);
      case YCSB_A -> reads.mixed(new RequestMix(0.5, 0.5, 0));
      case YCSB_B, YCSB_D -> reads.mixed(new RequestMix(0.95, 0.05, 0));
      case YCSB_C -> reads.mixed(new RequestMix(1, 0, 0));
      case YCSB_E -> reads.mixed(new RequestMix(0, 0.05, 0.95));
      case YCSB_F -> reads.mixed(new RequestMix(0.5, 0, 0));
    };
  }

  /** Returns whether it writes to the table. */
  boolean writes() {
    return switch (this) {
      case GET, MULTIGET, SCAN, YCSB_C -> false;
      case YCSB_A, YCSB_B, YCSB_D, YCSB_E, YCSB_F -> true;
    };
  }

  /** Returns the rows of a request, for the report. */
  public String facts() {
    return switch (this) {
      case GET -> "gets of one row";
      case MULTIGET -> "multi-gets of " + MULTIGET_ROWS + " rows";
      case SCAN -> String.format("scans of %,d rows", SCAN_ROWS);
      case YCSB_A, YCSB_B, YCSB_C, YCSB_D, YCSB_F -> id + ": one row";
      case YCSB_E -> id + ": 1 to " + RequestMix.MAX_SCANNED_ROWS + " rows";
    };
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return id;
  }
}
