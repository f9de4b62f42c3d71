package io.strata.perf.run;

import io.strata.perf.common.load.Operation;
import io.strata.perf.load.Reads;

/** The loads of a paired measurement. */
public enum PairedLoad {
  GET("get", 1),
  MULTIGET("multiget", 100),
  SCAN("scan", 1_000);

  private final String id;
  private final int rows;

  PairedLoad(String id, int rows) {
    this.id = id;
    this.rows = rows;
  }

  /** Returns the number of rows that a request reads. */
  public int rows() {
    return rows;
  }

  Operation of(Reads reads) {
    return switch (this) {
      case GET -> reads.get();
      case MULTIGET -> reads.multiGet(rows);
      case SCAN -> reads.scan(rows);
    };
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return id;
  }
}
