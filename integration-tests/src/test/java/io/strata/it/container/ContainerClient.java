package io.strata.it.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A client, outside the containers, of a coordinator and its only RegionServer. */
final class ContainerClient implements AutoCloseable {
  /** HBase's own would let a client wait for a killed server for twenty minutes. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final HBaseContainer coordinator;
  private final HBaseContainer server;
  private final Connection connection;
  private final Admin admin;

  /** Connects. Both containers run; call {@link #awaitServer} next. */
  ContainerClient(HBaseContainer coordinator, HBaseContainer server) throws IOException {
    this.coordinator = coordinator;
    this.server = server;
    Configuration conf = HBaseConfiguration.create();
    ContainerSite.ofClient(coordinator.address()).forEach(conf::set);
    conf.setLong(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT.toMillis());
    conf.setLong(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT.toMillis() / 2);
    this.connection = ConnectionFactory.createConnection(conf);
    this.admin = connection.getAdmin();
  }

  Connection connection() {
    return connection;
  }

  Admin admin() {
    return admin;
  }

  /** Waits until the RegionServer serves and no earlier process of it counts as live. */
  void awaitServer() throws Exception {
    long started = server.startedAt().toEpochMilli();
    Await.until(
        "the RegionServer serves",
        () -> {
          requireAlive(coordinator);
          requireAlive(server);
          try {
            admin.listNamespaces(); // Fails until the master has finished its start.
            List<ServerName> servers = servers();
            return servers.size() == 1 && servers.get(0).getStartCode() >= started;
          } catch (IOException e) {
            return false;
          }
        });
  }

  /** Does work with the client. If it fails, reports the states of the containers, too. */
  void run(Work work) throws Exception {
    try {
      work.run();
    } catch (Exception | AssertionError e) {
      for (HBaseContainer each : List.of(coordinator, server)) {
        try {
          e.addSuppressed(new AssertionError(each.report()));
        } catch (Exception | AssertionError unreported) {
          e.addSuppressed(unreported);
        }
      }
      throw e;
    }
  }

  /** Work that may fail. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  static void requireAlive(HBaseContainer container) {
    assertThat(container.state().getOOMKilled()).as("killed by the kernel").isFalse();
    assertThat(container.state().getRunning()).as(container.getLogs()).isTrue();
  }

  /** Returns the name of the RegionServer. */
  ServerName nameOfServer() throws IOException {
    return servers().get(0);
  }

  private List<ServerName> servers() throws IOException {
    return List.copyOf(
        admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().keySet());
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }
}
