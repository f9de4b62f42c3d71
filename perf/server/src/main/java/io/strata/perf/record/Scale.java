package io.strata.perf.record;

import java.time.Duration;

/**
 * How large the tables are, and how much is asked of them. Rates are fixed, so that a recording is
 * about the same whichever machine it is made on.
 *
 * @param ycsbRows rows of YCSB's table, of about 1,400 bytes each
 * @param blockBytes at which HBase ends a data block of YCSB's and PerformanceEvaluation's tables
 * @param peRows rows of PerformanceEvaluation's table
 * @param peValueBytes the longest of its values, which are half as long in the mean
 * @param peCycles how many rows are read at random, in times of the table
 * @param peRanges how many ranges are read, as a share of the rows, 0 to 1
 * @param scannedBytes of the table that is scanned, whose values have zipfian lengths
 * @param readsPerSecond of YCSB's workloads that read single rows
 * @param scansPerSecond of YCSB's workload of short ranges
 * @param hotReadsPerSecond beside scans and compactions
 * @param time of each of YCSB's runs, in whole seconds
 * @param flushes the pause between two flushes
 * @param scans the pause between two scans
 * @param compactions the pause between two requests to compact
 */
record Scale(
    int ycsbRows,
    int blockBytes,
    int peRows,
    int peValueBytes,
    int peCycles,
    double peRanges,
    long scannedBytes,
    int readsPerSecond,
    int scansPerSecond,
    int hotReadsPerSecond,
    Duration time,
    Duration flushes,
    Duration scans,
    Duration compactions) {
  private static final long MEGABYTE = 1 << 20;
  private static final int YCSB_ROW_BYTES = 1_400;

  /** A table is flushed, compacted, and kept as a snapshot while it changes. */
  private static final int COPIES = 3;

  /** Each request of the storm leaves a file, until the server gets round to deleting it. */
  private static final int GENERATIONS = 12;

  /** Hundreds of megabytes of blocks of 64 KB and more: a twentieth is many buckets still. */
  static final Scale USUAL =
      new Scale(
          400_000,
          64 << 10,
          8_000,
          128 << 10,
          10,
          0.025,
          512 * MEGABYTE,
          5_000,
          1_000,
          500,
          Duration.ofSeconds(90),
          Duration.ofSeconds(3),
          Duration.ofSeconds(15),
          Duration.ofSeconds(12));

  /** Seconds for each load, and a thousand small blocks and more. */
  static final Scale SMALL =
      new Scale(
          10_000,
          8 << 10,
          2_000,
          16 << 10,
          2,
          0.01,
          48 * MEGABYTE,
          2_000,
          200,
          1_000,
          Duration.ofSeconds(4),
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofMillis(500));

  /** Bytes on disk at most, about. */
  long diskBytes() {
    long ycsb = (long) ycsbRows * YCSB_ROW_BYTES;
    long pe = (long) peRows * peValueBytes / 2;
    return (COPIES + GENERATIONS) * ycsb + COPIES * pe + scannedBytes;
  }
}
