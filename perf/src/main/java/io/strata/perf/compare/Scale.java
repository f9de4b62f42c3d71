package io.strata.perf.compare;

/**
 * What follows from the size of the table: rows, heaps, and the room that the run takes.
 *
 * @param factor of about 1 GB, 0.05 to 100
 */
record Scale(double factor) {
  static final double SMALLEST = 0.05;
  static final double LARGEST = 100;

  static final long MEGABYTE = 1 << 20;

  /** Length of the values, in bytes: PerformanceEvaluation's own default. */
  static final int VALUE_BYTES = 1000;

  /** What a row takes in a store file: key, value, its part of index and bloom filter. */
  private static final int ROW_BYTES = 1060;

  private static final int ZOOKEEPER_HEAP = 256;
  private static final int MASTER_HEAP = 512;

  /** The heap of this process, in which PerformanceEvaluation runs; set by the launcher. */
  private static final int CLIENT_HEAP = 1024;

  /** Rows of the table, a multiple of 1,000 so that they divide well among threads. */
  long rows() {
    return Math.round(factor * 1000) * 1000;
  }

  long dataBytes() {
    return rows() * ROW_BYTES;
  }

  /** Heap of the RegionServer, in MB: memstores while loading, then what the reads allocate. */
  int regionServerHeapMegabytes() {
    return 1024 + (int) (64 * factor);
  }

  /** Memory of the RegionServer outside its heap, in MB: the cache and the buffers of its RPCs. */
  int directMemoryMegabytes() {
    return Setup.ALL_HITS.cacheMegabytes(dataBytes()) + 512;
  }

  /** Memory that all the processes take together, in bytes. */
  long memoryBytes() {
    long megabytes =
        (long) ZOOKEEPER_HEAP
            + MASTER_HEAP
            + CLIENT_HEAP
            + regionServerHeapMegabytes()
            + directMemoryMegabytes();
    return megabytes * MEGABYTE;
  }

  /** Disk space, in bytes: the flushed files, the compacted ones, both until HBase tidies up. */
  long diskBytes() {
    return 4 * dataBytes() + 512 * MEGABYTE;
  }
}
