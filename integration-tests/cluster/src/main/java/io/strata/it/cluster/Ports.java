package io.strata.it.cluster;

import java.util.Map;

/**
 * The loopback ports that the configuration of all processes names. A RegionServer's own ports are
 * its {@link RegionServerNode}'s, and JMX ports belong to the processes.
 */
record Ports(int zooKeeper, int master, int masterUi, int nameNode) {
  static Ports take() {
    return new Ports(FreePorts.take(), FreePorts.take(), FreePorts.take(), FreePorts.take());
  }

  /** The master's, as lines of {@code hbase-site.xml}. */
  Map<String, String> site() {
    return Map.of(
        "hbase.master.port", Integer.toString(master),
        "hbase.master.info.port", Integer.toString(masterUi));
  }
}
