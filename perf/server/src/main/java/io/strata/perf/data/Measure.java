package io.strata.perf.data;

/** The measures of a sample, each a number with a unit. */
public enum Measure {
  ROWS_PER_SECOND("Rows a second", "rows/s", 0, Better.HIGHER),
  OPERATIONS_PER_SECOND("Operations a second", "ops/s", 0, Better.HIGHER),
  /** Standard deviation of the throughput of the intervals, divided by their mean. */
  THROUGHPUT_VARIATION("Coefficient of variation of throughput", "", 3, Better.LOWER),
  /** How far the slowest interval is below the median one, as a share of it. */
  DEEPEST_DIP("Deepest dip of throughput", "%", 1, Better.LOWER),
  LATENCY_P50("Latency, median", "ms", 2, Better.LOWER),
  LATENCY_P95("Latency, 95th percentile", "ms", 2, Better.LOWER),
  LATENCY_P99("Latency, 99th percentile", "ms", 2, Better.LOWER),
  LATENCY_P999("Latency, 99.9th percentile", "ms", 2, Better.LOWER),
  LATENCY_MAX("Latency, longest", "ms", 1, Better.LOWER),
  /** Operations due at a fixed rate that were not sent because the server fell behind. */
  GIVEN_UP("Operations given up", "%", 1, Better.LOWER),
  /** Latency of reading a row again right after its first read, when it must be in the cache. */
  IN_CACHE_P50("Latency when in cache, median", "ms", 2, Better.LOWER),
  IN_CACHE_P99("Latency when in cache, 99th percentile", "ms", 2, Better.LOWER),
  SERVER_CPU_PER_ROW("Server CPU a row", "µs", 2, Better.LOWER),
  /** Average number of cores that the RegionServer keeps busy. */
  SERVER_CPU("Server CPU", "cores", 2, Better.LOWER),
  CLIENT_CPU("Client CPU", "cores", 2, Better.NEITHER),
  /** Share of the time in which the collector paused the server. */
  GC_TIME("Time in GC pauses", "ms/s", 2, Better.LOWER),
  GC_PAUSES("GC pauses", "a second", 2, Better.LOWER),
  GC_LONGEST("Longest GC pause", "ms", 1, Better.LOWER),
  ALLOCATION_RATE("Allocation rate", "MB/s", 1, Better.LOWER),
  ALLOCATED_PER_ROW("Allocated a row", "bytes", 0, Better.LOWER),
  /** Minimum of the heap in use after a collection. */
  LIVE_SET("Heap in use after GC", "MB", 0, Better.LOWER),
  /** Data blocks found in any tier, as a share of all looked up. */
  HIT_RATIO("Hit ratio", "%", 2, Better.HIGHER),
  EVICTIONS("Blocks evicted", "a second", 0, Better.LOWER),
  /** As the cache reports it: BucketCache counts whole slots, others the bytes of the blocks. */
  CACHED("Bytes in the cache", "MB", 0, Better.NEITHER),
  /** Bytes that the server read from files, from the page cache or from a device. */
  FILE_READS("Read from files", "MB/s", 1, Better.LOWER),
  /** Those that came from a device. */
  DISK_READS("Read from disk", "MB/s", 1, Better.LOWER);

  /** Which of two values is the better one. */
  public enum Better {
    HIGHER,
    LOWER,
    NEITHER
  }

  private final String title;
  private final String unit;
  private final int decimals;
  private final Better better;

  Measure(String title, String unit, int decimals, Better better) {
    this.title = title;
    this.unit = unit;
    this.decimals = decimals;
    this.better = better;
  }

  /** Returns the title, for charts and tables. */
  public String title() {
    return title;
  }

  /** Returns the unit; empty for a plain number. */
  public String unit() {
    return unit;
  }

  /** Returns the number of decimals to show. */
  public int decimals() {
    return decimals;
  }

  /** Returns which of two values is the better one. */
  public Better better() {
    return better;
  }
}
