package io.strata.perf.load;

/**
 * The shares of the kinds of requests of a mixed load, as in YCSB's workloads; read-modify-writes
 * are the rest.
 *
 * @param reads share of gets of one row, 0 to 1
 * @param updates share of puts of one row, 0 to 1
 * @param scans share of scans of 1 to {@value #MAX_SCANNED_ROWS} rows, 0 to 1
 */
public record RequestMix(double reads, double updates, double scans) {
  /** The maximum number of rows of a scan, which is YCSB's default for workload E. */
  public static final int MAX_SCANNED_ROWS = 100;

  /** Checks the shares. */
  public RequestMix {
    if (Math.min(reads, Math.min(updates, scans)) < 0 || reads + updates + scans > 1) {
      throw new IllegalArgumentException(
          reads + ", " + updates + " and " + scans + " are not shares of a whole.");
    }
  }
}
