package io.strata.it.cluster;

/**
 * What a RegionServer's MBeans say of its cache.
 *
 * @param l1Hits blocks found in the first level
 * @param l2Hits blocks found in the second level
 * @param l2Misses blocks looked for in the second level in vain
 * @param l2Blocks blocks in the second level
 * @param hits blocks found in either level
 * @param primaryHits blocks of primary replicas found in either level
 * @param misses blocks found in neither level
 */
public record CacheCounts(
    long l1Hits,
    long l2Hits,
    long l2Misses,
    long l2Blocks,
    long hits,
    long primaryHits,
    long misses) {

  /** HBase's MBeans show numbers that are up to a second old. */
  private static final long FRESH_MILLIS = 1500;

  /** The first server's numbers of a moment after the call. */
  public static CacheCounts of(HBaseCluster cluster) throws InterruptedException {
    return of(cluster.regionServer());
  }

  /** A RegionServer's numbers of a moment after the call. */
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
