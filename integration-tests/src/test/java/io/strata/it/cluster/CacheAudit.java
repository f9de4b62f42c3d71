package io.strata.it.cluster;

import io.strata.readpath.OffHeapMXBean;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Checks the consistency of a server's cache when nothing reads it any more. */
public final class CacheAudit {
  private static final int MAX_AUDITS = 60;
  private static final long PAUSE_MILLIS = 1_000;

  private CacheAudit() {}

  /**
   * Returns the problems of all running servers' caches, a sentence each: a pin that was never
   * released, a slot that is in two lists or in none, bytes that are not counted.
   */
  public static List<String> of(HBaseCluster cluster) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (HBaseProcess server : cluster.regionServers()) {
      if (server.isAlive()) {
        of(server).forEach(each -> wrong.add(server.name() + ": " + each));
      }
    }
    return wrong;
  }

  /**
   * Returns the problems of a server's cache. Repeats the check some times: evicted blocks are
   * collected in the background, and HBase's own tables are still read.
   */
  public static List<String> of(HBaseProcess server) throws IOException {
    try (ProcessMetrics metrics = ProcessMetrics.of(server)) {
      OffHeapMXBean cache =
          JMX.newMXBeanProxy(
              metrics.beans(), new ObjectName(OffHeapMXBean.NAME), OffHeapMXBean.class);
      List<String> wrong = cache.audit();
      for (int audit = 1; !wrong.isEmpty() && audit < MAX_AUDITS; audit++) {
        Pause.millis(PAUSE_MILLIS);
        wrong = cache.audit();
      }
      return wrong;
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }
}
