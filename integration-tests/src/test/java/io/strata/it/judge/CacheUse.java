package io.strata.it.judge;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;

/**
 * How often caches were of use, whoever made them.
 *
 * @param hits blocks that were found
 * @param evicted blocks that had to go for others
 */
record CacheUse(long hits, long evicted) {

  /** Of the servers that run, since each was started. */
  static CacheUse of(HBaseCluster cluster) {
    return cluster.regionServers().stream()
        .filter(HBaseProcess::isAlive)
        .map(CacheUse::of)
        .reduce(new CacheUse(0, 0), CacheUse::plus);
  }

  static CacheUse of(HBaseProcess server) {
    try (ProcessMetrics metrics = ProcessMetrics.of(server)) {
      return new CacheUse(
          metrics.regionServer("blockCacheHitCount"),
          metrics.regionServer("blockCacheEvictionCount"));
    }
  }

  CacheUse plus(CacheUse more) {
    return new CacheUse(hits + more.hits, evicted + more.evicted);
  }

  CacheUse minus(CacheUse less) {
    return new CacheUse(hits - less.hits, evicted - less.evicted);
  }
}
