package io.strata.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The lines of {@code hbase-site.xml} that every process of a cluster shares, and its folder. */
public final class HBaseSite {
  private static final List<String> RESOURCES =
      List.of("log4j2.properties", "hadoop-metrics2-hbase.properties");

  private HBaseSite() {}

  /** What a cluster below {@code workDir} needs, on loopback ports only. */
  static Map<String, String> base(Path workDir, int zooKeeperPort) {
    Map<String, String> site = new LinkedHashMap<>(client(zooKeeperPort));
    site.put("hbase.cluster.distributed", "true");
    site.put("hbase.rootdir", workDir.resolve("data").toUri().toString());
    site.put("hbase.tmp.dir", workDir.resolve("tmp").toString());
    site.put("hbase.zookeeper.property.dataDir", workDir.resolve("zookeeper").toString());
    site.put("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    // The checksummed local file system keeps the end of the log in memory, and a killed
    // RegionServer would lose writes that it has acknowledged.
    site.put("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    site.put("hbase.use.dynamic.jars", "false");
    site.put("hbase.unsafe.stream.capability.enforce", "false");
    site.put("hbase.wal.provider", "filesystem");
    for (String role : new String[] {"master", "regionserver"}) {
      site.put("hbase." + role + ".hostname", "localhost");
      site.put("hbase." + role + ".ipc.address", "127.0.0.1");
      site.put("hbase." + role + ".info.bindAddress", "127.0.0.1");
    }
    // One RegionServer is all that the master need wait for.
    site.put("hbase.master.wait.on.regionservers.maxtostart", "1");
    site.put("hbase.regionserver.msginterval", "1000");
    return site;
  }

  /** What a client needs to find the cluster. */
  static Map<String, String> client(int zooKeeperPort) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.zookeeper.quorum", "127.0.0.1");
    site.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeperPort));
    return site;
  }

  /** Writes a configuration folder: {@code hbase-site.xml}, and settings of logs and metrics. */
  public static void write(Path folder, Map<String, String> site) {
    Folders.create(folder);
    try {
      Files.writeString(folder.resolve("hbase-site.xml"), xml(site));
      for (String name : RESOURCES) {
        try (InputStream in = Objects.requireNonNull(HBaseSite.class.getResourceAsStream(name))) {
          Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the configuration folder " + folder + ".", e);
    }
  }

  private static String xml(Map<String, String> site) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    site.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
