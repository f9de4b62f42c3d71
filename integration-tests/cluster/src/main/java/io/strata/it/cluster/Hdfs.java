package io.strata.it.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HDFS below one folder: a NameNode and a DataNode, each a process of its own, of the Hadoop that
 * HBase brings along. What HBase has synced lies with the DataNode and outlives the RegionServer.
 */
final class Hdfs {
  private static final String NAME_NODE = "org.apache.hadoop.hdfs.server.namenode.NameNode";
  private static final String DATA_NODE = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final Duration FORMAT_LIMIT = Duration.ofMinutes(2);

  private final Path workDir;
  private final ServerCommands commands;
  private final int port;
  private final HBaseProcess nameNode;
  private final HBaseProcess dataNode;

  /**
   * @param port on which the NameNode is to listen
   */
  Hdfs(Path workDir, ServerCommands commands, int port) {
    this.workDir = workDir;
    this.commands = commands;
    this.port = port;
    nameNode = process("namenode");
    dataNode = process("datanode");
  }

  private HBaseProcess process(String name) {
    Path log = workDir.resolve("logs").resolve(name + ".log");
    return new HBaseProcess(name, log, FreePorts.take(), FreePorts.take());
  }

  /** The lines of {@code hbase-site.xml} by which HBase stores everything here. */
  static Map<String, String> hbaseSite(int port) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("fs.defaultFS", uri(port));
    site.put("hbase.rootdir", uri(port) + "/hbase");
    // HBase's own defaults; with them it starts only where a sync reaches the DataNode.
    site.put("hbase.wal.provider", "asyncfs");
    site.put("hbase.unsafe.stream.capability.enforce", "true");
    // How long HBase waits before it asks again whether a dead RegionServer's log is closed: for a
    // heartbeat, which comes each second here.
    site.put("hbase.lease.recovery.first.pause", "1500");
    // There is no other DataNode to copy to, or to go on with when this one is slow.
    site.put("dfs.replication", "1");
    site.put("dfs.client.block.write.replace-datanode-on-failure.enable", "false");
    return site;
  }

  private static String uri(int port) {
    return "hdfs://127.0.0.1:" + port;
  }

  /** In the order in which they are to be stopped. */
  List<HBaseProcess> processes() {
    return List.of(dataNode, nameNode);
  }

  /** Formats the folder, which must not hold an HDFS, and waits until files can be written. */
  void start() {
    format();
    prepare(nameNode, NAME_NODE, List.of());
    prepare(dataNode, DATA_NODE, List.of());
    nameNode.launch();
    new ClusterReadiness(List.of(nameNode)).awaitPort(nameNode, port);
    dataNode.launch();
    new ClusterReadiness(List.of(nameNode, dataNode)).awaitDataNode(nameNode);
  }

  private void format() {
    prepare(nameNode, NAME_NODE, List.of("-format", "-nonInteractive"));
    nameNode.launch();
    if (!nameNode.awaitExit(FORMAT_LIMIT) || nameNode.exitCode() != 0) {
      throw new ClusterStartException("HDFS could not be formatted.", nameNode);
    }
  }

  private void prepare(HBaseProcess process, String mainClass, List<String> arguments) {
    Path conf = workDir.resolve("conf").resolve(process.name());
    ConfFolder.write(conf, "hdfs-site.xml", site());
    // Their web servers want these folders on the class path, but nothing in them.
    Folders.create(conf.resolve("webapps/hdfs"));
    Folders.create(conf.resolve("webapps/datanode"));
    commands.prepare(
        process, conf, List.of(), JavaCommand.lightOptions("256m"), mainClass, arguments);
  }

  private Map<String, String> site() {
    Path folder = workDir.resolve("hdfs");
    Map<String, String> site = new LinkedHashMap<>();
    site.put("fs.defaultFS", uri(port));
    site.put("hadoop.tmp.dir", folder.resolve("tmp").toString());
    site.put("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    site.put("dfs.datanode.data.dir", folder.resolve("data").toUri().toString());
    site.put("dfs.namenode.http-address", "127.0.0.1:" + nameNode.uiPort());
    site.put("dfs.datanode.http.address", "127.0.0.1:" + dataNode.uiPort());
    site.put("dfs.datanode.address", "127.0.0.1:" + FreePorts.take());
    site.put("dfs.datanode.ipc.address", "127.0.0.1:" + FreePorts.take());
    site.put("dfs.datanode.hostname", "127.0.0.1");
    site.put("dfs.replication", "1");
    site.put("dfs.namenode.safemode.extension", "0");
    // A dead RegionServer's log is closed by a command that goes out with a heartbeat.
    site.put("dfs.heartbeat.interval", "1");
    return site;
  }
}
