package io.strata.perf.data;

/**
 * The reads of one cache over an object store. All phases read the same rows.
 *
 * @param cold with an empty cache
 * @param again by the same server
 * @param opening the requests of the restarted server until it answers for all regions
 * @param restarted after the restart
 */
public record StoreTrial(
    StorePhase cold, StorePhase again, StoreRequests opening, StorePhase restarted) {
  /** The caches under test. */
  public enum StoreCache {
    BUCKET_CACHE("BucketCache, off-heap"),
    BUCKET_CACHE_FILE("BucketCache, file"),
    STRATA("Strata, off-heap and disks");

    private final String title;

    StoreCache(String title) {
      this.title = title;
    }

    /** Returns the title, for tables. */
    public String title() {
      return title;
    }
  }

  /**
   * A fixed number of reads.
   *
   * @param rows number of rows, each read by a request of its own
   * @param seconds from the first request to the last answer
   * @param p50 median latency, in nanoseconds
   * @param p99 99th percentile of the latency, in nanoseconds
   * @param p999 99.9th percentile of the latency, in nanoseconds
   * @param requests the RegionServer's requests to the object store
   */
  public record StorePhase(
      long rows, double seconds, long p50, long p99, long p999, StoreRequests requests) {
    /** Returns the reads from the object store for each 1,000 rows. */
    public double readsPerThousand() {
      return requests.reads() * 1e3 / rows;
    }
  }
}
