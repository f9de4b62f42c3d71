package io.strata.it.container;

import java.util.LinkedHashMap;
import java.util.Map;

/** The lines of {@code hbase-site.xml} in the containers. */
final class ContainerSite {
  /** System property of a container's JVMs for the container's address. */
  static final String ADDRESS = "container.address";

  static final int ZOOKEEPER_PORT = 2181;
  static final int UI_PORT = 16030;

  private ContainerSite() {}

  /** Returns the lines for ZooKeeper and the master, which share a container. */
  static Map<String, String> ofCoordinator(String data) {
    Map<String, String> site = new LinkedHashMap<>(shared(data, "127.0.0.1"));
    site.put("hbase.master.hostname", "${" + ADDRESS + "}");
    site.put("hbase.master.wait.on.regionservers.maxtostart", "1");
    site.put("hbase.zookeeper.property.dataDir", "/tmp/zookeeper");
    return site;
  }

  /** Returns the lines for a RegionServer of the coordinator at that address. */
  static Map<String, String> ofRegionServer(String coordinator) {
    Map<String, String> site = new LinkedHashMap<>(shared("/data", coordinator));
    site.put("hbase.unsafe.regionserver.hostname", "${" + ADDRESS + "}");
    site.put("hbase.regionserver.info.port", Integer.toString(UI_PORT));
    site.put("hbase.regionserver.msginterval", "1000");
    return site;
  }

  /** Returns the lines for a client on this machine. */
  static Map<String, String> ofClient(String coordinator) {
    return Map.of(
        "hbase.zookeeper.quorum",
        coordinator,
        "hbase.zookeeper.property.clientPort",
        Integer.toString(ZOOKEEPER_PORT));
  }

  private static Map<String, String> shared(String data, String coordinator) {
    Map<String, String> site = new LinkedHashMap<>(ofClient(coordinator));
    site.put("hbase.cluster.distributed", "true");
    site.put("hbase.rootdir", "file://" + data + "/hbase");
    site.put("hbase.tmp.dir", "/tmp/hbase");
    site.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    site.put("hbase.use.dynamic.jars", "false");
    site.put("hbase.unsafe.stream.capability.enforce", "false");
    site.put("hbase.wal.provider", "filesystem");
    return site;
  }
}
