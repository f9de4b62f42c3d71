package io.strata.it.cluster;

import java.util.Map;

/**
 * The loopback ports in the configuration of all processes. {@link RegionServerNode} has a
 * RegionServer's own ports, {@link HBaseProcess} the JMX ports.
 */
record Ports(int zooKeeper, int master, int masterUi, int nameNode) {
  static Ports take() {
    return new Ports(FreePorts.take(), FreePorts.take(), FreePorts.take(), FreePorts.take());
  }

  /** Returns the master's ports as lines of {@code hbase-site.xml}. */
  Map<String, String> site() {
    return Map.of(
        "hbase.master.port", Integer.toString(master),
        "hbase.master.info.port", Integer.toString(masterUi));
  }
}
