package io.strata.it.soak;

import io.strata.it.cluster.HBaseProcess;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.TestClusters;
import io.strata.readpath.OffHeapMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The metrics of all RegionServers, summed up, by title. */
record ServerFigures(Map<String, Long> byTitle) {
  private static final String HITS = "hits in the cache";
  private static final String MISSES = "misses in the cache";
  private static final String L2_HITS = "hits in the off-heap cache";
  private static final String L2_MISSES = "misses in the off-heap cache";
  private static final String GC_COUNT = "garbage collections";
  private static final String GC_MILLIS = "ms of garbage collection";
  private static final String EVICTED = "blocks evicted for space";
  private static final String FREED_BY_READERS = "pinned blocks evicted, freed by the last unpin";

  static ServerFigures of(List<HBaseProcess> servers) throws IOException {
    Map<String, Long> sums = new LinkedHashMap<>();
    for (HBaseProcess server : servers) {
      try (ProcessMetrics metrics = ProcessMetrics.of(server)) {
        addHBases(metrics, sums);
        addGarbageCollectors(metrics.beans(), sums);
        if (TestClusters.onStrata()) {
          addStratas(offHeap(metrics.beans()), sums);
        }
      }
    }
    return new ServerFigures(sums);
  }

  /** Returns Strata's MBean of a RegionServer, valid while the connection is open. */
  static OffHeapMXBean offHeap(MBeanServerConnection beans) {
    return JMX.newMXBeanProxy(beans, name(OffHeapMXBean.NAME), OffHeapMXBean.class);
  }

  private static void addHBases(ProcessMetrics metrics, Map<String, Long> sums) {
    sums.merge(HITS, metrics.regionServer("blockCacheHitCount"), Long::sum);
    sums.merge(MISSES, metrics.regionServer("blockCacheMissCount"), Long::sum);
    sums.merge(L2_HITS, metrics.regionServer("l2CacheHitCount"), Long::sum);
    sums.merge(L2_MISSES, metrics.regionServer("l2CacheMissCount"), Long::sum);
    sums.merge(EVICTED, metrics.regionServer("blockCacheEvictionCount"), Long::sum);
  }

  private static void addGarbageCollectors(MBeanServerConnection beans, Map<String, Long> sums)
      throws IOException {
    Set<ObjectName> names =
        beans.queryNames(name(ManagementFactory.GARBAGE_COLLECTOR_MXBEAN_DOMAIN_TYPE + ",*"), null);
    for (ObjectName name : names) {
      GarbageCollectorMXBean collector =
          JMX.newMXBeanProxy(beans, name, GarbageCollectorMXBean.class);
      sums.merge(GC_COUNT, collector.getCollectionCount(), Long::sum);
      sums.merge(GC_MILLIS, collector.getCollectionTime(), Long::sum);
    }
  }

  private static void addStratas(OffHeapMXBean cache, Map<String, Long> sums) {
    sums.merge("blocks evicted by request", cache.getEvictedByRequest(), Long::sum);
    sums.merge("blocks inserted", cache.getOffered(), Long::sum);
    sums.merge("blocks written into slots", cache.getWritten(), Long::sum);
    sums.merge("blocks moved", cache.getMoved(), Long::sum);
    sums.merge(FREED_BY_READERS, cache.getFreedByReaders(), Long::sum);
    cache
        .getRejected()
        .forEach((reason, count) -> sums.merge("blocks rejected: " + reason, count, Long::sum));
  }

  private static ObjectName name(String name) {
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(e);
    }
  }

  ServerFigures since(ServerFigures before) {
    Map<String, Long> change = new LinkedHashMap<>();
    byTitle.forEach(
        (title, now) -> change.put(title, now - before.byTitle.getOrDefault(title, 0L)));
    return new ServerFigures(change);
  }

  long evicted() {
    return get(EVICTED);
  }

  long freedByReaders() {
    return get(FREED_BY_READERS);
  }

  long moved() {
    return get("blocks moved");
  }

  /** Returns the hit ratio of the off-heap cache, or else of the on-heap cache. */
  double hitRatio() {
    boolean offHeap = get(L2_HITS) > 0;
    long hits = get(offHeap ? L2_HITS : HITS);
    long all = hits + get(offHeap ? L2_MISSES : MISSES);
    return all == 0 ? 0 : (double) hits / all;
  }

  private long get(String title) {
    return byTitle.getOrDefault(title, 0L);
  }
}
