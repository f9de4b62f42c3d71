package io.strata.it.judge;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;

/**
 * Numbers of hits and evictions, of any cache.
 *
 * @param hits blocks found
 * @param evicted blocks evicted for others
 */
record CacheUse(long hits, long evicted) {

  /** Returns the numbers of all running servers, since each one's start. */
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
