package io.strata.perf.data;

/** What is measured of a sample: each a number with a unit. */
public enum Measure {
  ROWS_PER_SECOND("Rows a second", "rows/s", 0, Better.HIGHER),
  OPERATIONS_PER_SECOND("Operations a second", "ops/s", 0, Better.HIGHER),
  /** Standard deviation of the throughput of the intervals, divided by their mean. */
  THROUGHPUT_VARIATION("Coefficient of variation of throughput", "", 3, Better.LOWER),
  /** What the slowest interval lacks of the median one, as a share. */
  DEEPEST_DIP("Deepest dip of throughput", "%", 1, Better.LOWER),
  LATENCY_P50("Latency, median", "ms", 2, Better.LOWER),
  LATENCY_P95("Latency, 95th percentile", "ms", 2, Better.LOWER),
  LATENCY_P99("Latency, 99th percentile", "ms", 2, Better.LOWER),
  LATENCY_P999("Latency, 99.9th percentile", "ms", 2, Better.LOWER),
  LATENCY_MAX("Latency, longest", "ms", 1, Better.LOWER),
  /**
   * Operations that were due at a fixed rate and could not be sent, as the server lagged behind.
   */
  GIVEN_UP("Operations given up", "%", 1, Better.LOWER),
  /** Of a row that was read a moment before, so that only a cache that dropped it misses. */
  IN_CACHE_P50("Latency when in cache, median", "ms", 2, Better.LOWER),
  IN_CACHE_P99("Latency when in cache, 99th percentile", "ms", 2, Better.LOWER),
  SERVER_CPU_PER_ROW("Server CPU a row", "µs", 2, Better.LOWER),
  /** Cores that the RegionServer keeps busy on average. */
  SERVER_CPU("Server CPU", "cores", 2, Better.LOWER),
  CLIENT_CPU("Client CPU", "cores", 2, Better.NEITHER),
  /** Share of the time in which a collector had stopped the server. */
  GC_TIME("Time in GC pauses", "ms/s", 2, Better.LOWER),
  GC_PAUSES("GC pauses", "a second", 2, Better.LOWER),
  GC_LONGEST("Longest GC pause", "ms", 1, Better.LOWER),
  ALLOCATION_RATE("Allocation rate", "MB/s", 1, Better.LOWER),
  ALLOCATED_PER_ROW("Allocated a row", "bytes", 0, Better.LOWER),
  /** Heap in use after a collection, the least of them. */
  LIVE_SET("Heap in use after GC", "MB", 0, Better.LOWER),
  /** Data blocks found in any tier of the cache, of all that were asked for. */
  HIT_RATIO("Hit ratio", "%", 2, Better.HIGHER),
  EVICTIONS("Blocks evicted", "a second", 0, Better.LOWER),
  /** As the cache tells it: BucketCache counts whole slots, others what is in them. */
  CACHED("Bytes in the cache", "MB", 0, Better.NEITHER),
  /** What the server read from files, from the operating system's cache or below. */
  FILE_READS("Read from files", "MB/s", 1, Better.LOWER),
  /** What of that came from a device. */
  DISK_READS("Read from disk", "MB/s", 1, Better.LOWER);

  /** Which of two values one would rather have. */
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

  /** What a chart or a table calls it. */
  public String title() {
    return title;
  }

  /** The unit, empty for a plain number. */
  public String unit() {
    return unit;
  }

  /** Digits after the point that it deserves. */
  public int decimals() {
    return decimals;
  }

  /** Which of two values one would rather have. */
  public Better better() {
    return better;
  }
}
