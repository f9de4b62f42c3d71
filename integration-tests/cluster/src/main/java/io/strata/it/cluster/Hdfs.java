package io.strata.it.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HDFS below one folder: a NameNode and a DataNode, each a process, of HBase's own Hadoop version.
 * What HBase has synced is with the DataNode and survives the RegionServer.
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
   * @param port of the NameNode
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

  /** Returns the lines of {@code hbase-site.xml} that make HBase use this HDFS. */
  static Map<String, String> hbaseSite(int port) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("fs.defaultFS", uri(port));
    site.put("hbase.rootdir", uri(port) + "/hbase");
    // HBase's defaults, with which it starts only if a sync reaches the DataNode.
    site.put("hbase.wal.provider", "asyncfs");
    site.put("hbase.unsafe.stream.capability.enforce", "true");
    // HBase's pause between checks whether a dead RegionServer's log is closed: more than a
    // heartbeat, which is a second here.
    site.put("hbase.lease.recovery.first.pause", "1500");
    // There is no other DataNode for replicas or for replacing a slow one.
    site.put("dfs.replication", "1");
    site.put("dfs.client.block.write.replace-datanode-on-failure.enable", "false");
    return site;
  }

  private static String uri(int port) {
    return "hdfs://127.0.0.1:" + port;
  }

  /** Returns the processes in the order of stopping. */
  List<HBaseProcess> processes() {
    return List.of(dataNode, nameNode);
  }

  /** Formats the folder, which must not contain an HDFS, and waits until files can be written. */
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
    // The web servers require these folders on the class path, even empty.
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
    // The command that closes a dead RegionServer's log is sent with a heartbeat.
    site.put("dfs.heartbeat.interval", "1");
    return site;
  }
}
