package io.strata.it.soak;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The operations that the soak counts. */
enum Operation {
  GET,
  MULTI_GET,
  SCAN,
  REVERSE_SCAN,
  FILTERED_SCAN,
  TABLE_SCAN,
  ROW_READ,
  BATCH_WRITE,
  DELETED_ROW,
  CHECK_AND_PUT,
  CHECK_AND_PUT_REFUSED,
  INCREMENT,
  FLUSH,
  MINOR_COMPACTION,
  MAJOR_COMPACTION,
  SPLIT,
  MERGE,
  MOVE,
  CLOSE_AND_OPEN,
  RESIZE,
  /** A split or merge that HBase rejected temporarily, since files refer to others. */
  PUT_OFF,
  /** A scan during which a region was reopened, other than by a merge. */
  SCAN_OVER_REOPENING,
  SCAN_OVER_MERGE,
  REVERSE_SCAN_OVER_FLUSH,
  /** A scan with wrong rows that HBase returns with any cache; and the number of such rows. */
  SCAN_WRONG_BY_HBASE,
  ROW_WRONG_BY_HBASE;

  /** Requests to HBase, without their outcomes. */
  static final Set<Operation> REQUESTS =
      Collections.unmodifiableSet(
          EnumSet.complementOf(
              EnumSet.of(
                  ROW_READ,
                  DELETED_ROW,
                  PUT_OFF,
                  SCAN_OVER_REOPENING,
                  SCAN_OVER_MERGE,
                  REVERSE_SCAN_OVER_FLUSH,
                  SCAN_WRONG_BY_HBASE,
                  ROW_WRONG_BY_HBASE)));

  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
