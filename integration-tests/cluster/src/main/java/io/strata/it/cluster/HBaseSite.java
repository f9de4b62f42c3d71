package io.strata.it.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The lines of {@code hbase-site.xml} that every process of a cluster shares. */
final class HBaseSite {
  private HBaseSite() {}

  /** Returns the lines for a cluster below {@code workDir}, with loopback addresses only. */
  static Map<String, String> base(Path workDir, int zooKeeperPort) {
    Map<String, String> site = new LinkedHashMap<>(client(zooKeeperPort));
    site.put("hbase.cluster.distributed", "true");
    site.put("hbase.rootdir", workDir.resolve("data").toUri().toString());
    site.put("hbase.tmp.dir", workDir.resolve("tmp").toString());
    site.put("hbase.zookeeper.property.dataDir", workDir.resolve("zookeeper").toString());
    site.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    // The checksummed local file system buffers the end of the log, so that a killed RegionServer
    // would lose acknowledged writes.
    site.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    site.put("hbase.use.dynamic.jars", "false");
    site.put("hbase.unsafe.stream.capability.enforce", "false");
    site.put("hbase.wal.provider", "filesystem");
    for (String role : new String[] {"master", "regionserver"}) {
      site.put("hbase." + role + ".hostname", "localhost");
      site.put("hbase." + role + ".ipc.address", "127.0.0.1");
      site.put("hbase." + role + ".info.bindAddress", "127.0.0.1");
    }
    site.put("hbase.regionserver.msginterval", "1000");
    return site;
  }

  /** Returns the lines with which a client finds the cluster. */
  static Map<String, String> client(int zooKeeperPort) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.zookeeper.quorum", "127.0.0.1");
    site.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeperPort));
    return site;
  }
}
