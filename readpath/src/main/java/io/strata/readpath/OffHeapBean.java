package io.strata.readpath;

import io.strata.l2.StoreStatistics;
import io.strata.l2.curve.CurveSnapshot;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Publishes the off-heap tier of this process to JMX. Thread-safe. */
final class OffHeapBean implements OffHeapMXBean {
  private final OffHeapBlockCache cache;
  private final DeprecatedAttribute refused = new DeprecatedAttribute(NAME, "Refused", "Rejected");

  private OffHeapBean(OffHeapBlockCache cache) {
    this.cache = cache;
  }

  /** Publishes this cache in place of any other. */
  static void register(OffHeapBlockCache cache) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = new ObjectName(NAME);
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      server.registerMBean(new OffHeapBean(cache), name);
    } catch (JMException e) {
      throw new IllegalStateException("Cannot register the MBean " + NAME + ".", e);
    }
  }

  private StoreStatistics now() {
    return cache.statistics();
  }

  @Override
  public long getConfiguredBytes() {
    return now().configuredBytes();
  }

  @Override
  public long getAttachedBlocks() {
    return cache.restored().attachedBlocks();
  }

  @Override
  public long getBlocks() {
    return now().blocks();
  }

  @Override
  public long getBlocksInFlight() {
    return now().blocksInFlight();
  }

  @Override
  public long getOffered() {
    return now().offered();
  }

  @Override
  public long getWritten() {
    return now().written();
  }

  @Override
  public long getEvictedForRoom() {
    return now().evictedForRoom();
  }

  @Override
  public long getEvictedByRequest() {
    return now().evictedByRequest();
  }

  @Override
  public long getMoved() {
    return now().moved();
  }

  @Override
  public long getFreedByReaders() {
    return now().freedByReaders();
  }

  @Override
  public Map<String, Long> getRejected() {
    Map<String, Long> byName = new TreeMap<>();
    now().rejected().forEach((reason, count) -> byName.put(reason.name(), count));
    return byName;
  }

  @Override
  @Deprecated
  public Map<String, Long> getRefused() {
    refused.onRead();
    return getRejected();
  }

  @Override
  public Map<String, Double> getExpectedHitRatios() {
    return expected(CurveSnapshot.Point::hitRatio);
  }

  @Override
  public Map<String, Double> getExpectedByteHitRatios() {
    return expected(CurveSnapshot.Point::byteHitRatio);
  }

  private Map<String, Double> expected(ToDoubleFunction<CurveSnapshot.Point> ratio) {
    long bytes = cache.getMaxSize();
    Map<String, Double> byFactor = new TreeMap<>();
    for (CurveSnapshot.Point each : cache.expectedHits().pointsAround(bytes)) {
      byFactor.put(Double.toString((double) each.bytes() / bytes), ratio.applyAsDouble(each));
    }
    return byFactor;
  }

  @Override
  public int getExpectedFromBlocks() {
    return cache.expectedHits().trackedKeys();
  }

  @Override
  public List<String> audit() {
    return cache.audit();
  }
}
