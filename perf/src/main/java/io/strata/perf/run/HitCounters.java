package io.strata.perf.run;

/**
 * Where a RegionServer tells how often data blocks were found in its cache.
 *
 * @param hits a metric of the RegionServer
 * @param misses another
 * @param missesCounted how often it counts each miss
 */
record HitCounters(String hits, String misses, int missesCounted) {
  /** All tiers together, data blocks alone. */
  static final HitCounters OF_DATA_BLOCKS =
      new HitCounters("blockCacheDataHitCount", "blockCacheDataMissCount", 1);

  /** The second tier, in which there are data blocks only. */
  static final HitCounters OF_SECOND_TIER =
      new HitCounters("l2CacheHitCount", "l2CacheMissCount", 1);

  /** The same with HBase's own CombinedBlockCache, which counts each miss there twice. */
  static final HitCounters OF_BUCKET_CACHE =
      new HitCounters("l2CacheHitCount", "l2CacheMissCount", 2);
}
