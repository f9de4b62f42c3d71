package io.strata.perf.record;

import java.time.Duration;

/**
 * Sizes of tables and rates of loads. Rates are fixed, so that recordings hardly depend on the
 * machine.
 *
 * @param ycsbRows rows of YCSB's table, about 1,400 bytes each
 * @param blockBytes block size of YCSB's and PerformanceEvaluation's tables
 * @param peRows rows of PerformanceEvaluation's table
 * @param peValueBytes maximum length of its values; the mean is half of it
 * @param peCycles number of random reads, as a multiple of the rows
 * @param peRanges number of range scans, as a share of the rows, 0 to 1
 * @param scannedBytes size of the table that is scanned, whose values have zipfian lengths
 * @param readsPerSecond rate of YCSB's workloads that read single rows
 * @param scansPerSecond rate of YCSB's workload of short ranges
 * @param hotReadsPerSecond rate of reads beside scans and compactions
 * @param time length of each YCSB run, in whole seconds
 * @param flushes pause between two flushes
 * @param scans pause between two scans
 * @param compactions pause between two compaction requests
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

  /** Copies of a table: flushed, compacted, and as a snapshot. */
  private static final int COPIES = 3;

  /** Old files of the compaction storm that the server has not deleted yet. */
  private static final int GENERATIONS = 12;

  /** Hundreds of megabytes in blocks of 64 KB and more: even a twentieth fills many buckets. */
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

  /** A few seconds for each load, and over a thousand small blocks. */
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

  /** Returns the approximate maximum of bytes on disk. */
  long diskBytes() {
    long ycsb = (long) ycsbRows * YCSB_ROW_BYTES;
    long pe = (long) peRows * peValueBytes / 2;
    return (COPIES + GENERATIONS) * ycsb + COPIES * pe + scannedBytes;
  }
}
