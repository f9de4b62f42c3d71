package io.strata.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;

/** Waits, with time limits, until the processes of a cluster are ready. */
final class ClusterReadiness {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final long PAUSE_MILLIS = 200;
  private static final String NAME_NODE = "Hadoop:service=NameNode,name=FSNamesystemState";
  private static final byte[] META_ROW = {'a'};

  private final List<HBaseProcess> processes;

  ClusterReadiness(List<HBaseProcess> processes) {
    this.processes = processes;
  }

  /** Waits until a process listens on the port. */
  void awaitPort(HBaseProcess process, int port) {
    await(process.name() + " to listen on port " + port, () -> accepts(port));
  }

  /** Waits until a DataNode has reported to the NameNode, and HDFS accepts files. */
  void awaitDataNode(HBaseProcess nameNode) {
    await(
        "HDFS to accept files",
        () -> {
          try (ProcessMetrics metrics = ProcessMetrics.of(nameNode)) {
            return metrics.attribute(NAME_NODE, "FSState").equals("Operational")
                && metrics.attribute(NAME_NODE, "NumLiveDataNodes").equals(1);
          } catch (IllegalArgumentException | UncheckedIOException e) {
            return false;
          }
        });
  }

  /**
   * Waits until the RegionServer's current process has reported to the master, the master has
   * finished its start, and {@code hbase:meta} is readable.
   */
  void awaitRegionServer(HBaseProcess server, int port, Configuration client) {
    Configuration impatient = new Configuration(client);
    impatient.setInt("hbase.client.retries.number", 1);
    impatient.setInt("hbase.client.operation.timeout", 10_000);
    impatient.setInt("hbase.client.meta.operation.timeout", 10_000);
    impatient.setInt("hbase.rpc.timeout", 10_000);
    await(
        server.name() + " to report and hbase:meta to be readable",
        () -> isServing(impatient, port, server.startedAt()));
  }

  private static boolean isServing(Configuration client, int port, long notBefore) {
    try (Connection connection = ConnectionFactory.createConnection(client);
        Admin admin = connection.getAdmin();
        Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
      Set<ServerName> live =
          admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().keySet();
      boolean reported =
          live.stream().anyMatch(s -> s.getPort() == port && s.getStartCode() >= notBefore);
      if (!reported) {
        return false;
      }
      admin.listNamespaces(); // Fails until the master has finished its start.
      meta.exists(new Get(META_ROW)); // Fails until the region is online.
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void await(String what, Condition condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      for (HBaseProcess process : processes) {
        if (!process.isAlive()) {
          throw new ClusterStartException(
              "The process "
                  + process.name()
                  + " ended with exit code "
                  + process.exitCode()
                  + " while waiting for "
                  + what
                  + ".",
              process);
        }
      }
      if (System.nanoTime() > deadline) {
        throw new ClusterStartException(
            "Timed out after " + LIMIT.toMinutes() + " minutes waiting for " + what + ".",
            processes.get(processes.size() - 1));
      }
      Pause.millis(PAUSE_MILLIS);
    }
  }

  private interface Condition {
    boolean holds();
  }
}
