package io.strata.it.cluster;

/**
 * The cache metrics of a RegionServer's MBeans.
 *
 * @param l1Hits blocks found in the first tier
 * @param l2Hits blocks found in the second tier
 * @param l2Misses blocks looked up in the second tier and not found
 * @param l2Blocks number of blocks in the second tier
 * @param hits blocks found in either tier
 * @param primaryHits blocks of primary replicas found in either tier
 * @param misses blocks found in neither tier
 */
public record CacheCounts(
    long l1Hits,
    long l2Hits,
    long l2Misses,
    long l2Blocks,
    long hits,
    long primaryHits,
    long misses) {

  /** HBase's MBeans are up to a second old. */
  private static final long FRESH_MILLIS = 1500;

  /** Returns the first server's metrics, not older than the call. */
  public static CacheCounts of(HBaseCluster cluster) throws InterruptedException {
    return of(cluster.regionServer());
  }

  /** Returns a RegionServer's metrics, not older than the call. */
  public static CacheCounts of(HBaseProcess server) throws InterruptedException {
    Thread.sleep(FRESH_MILLIS);
    try (ProcessMetrics metrics = ProcessMetrics.of(server)) {
      return new CacheCounts(
          metrics.regionServer("l1CacheHitCount"),
          metrics.regionServer("l2CacheHitCount"),
          metrics.regionServer("l2CacheMissCount"),
          metrics.regionServer("l2CacheCount"),
          metrics.regionServer("blockCacheHitCount"),
          metrics.regionServer("blockCacheHitCountPrimary"),
          metrics.regionServer("blockCacheMissCount"));
    }
  }

  public CacheCounts since(CacheCounts before) {
    return new CacheCounts(
        l1Hits - before.l1Hits,
        l2Hits - before.l2Hits,
        l2Misses - before.l2Misses,
        l2Blocks - before.l2Blocks,
        hits - before.hits,
        primaryHits - before.primaryHits,
        misses - before.misses);
  }
}
