package io.strata.perf.run;

import io.strata.it.cluster.HBaseProcess;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.load.Operation;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import io.strata.perf.load.Reads;
import io.strata.perf.load.SliceLoad;
import io.strata.perf.pair.PairedSlice;
import io.strata.perf.run.PairedPlan.LoadStep;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/** One of the two measured servers, with its own client connection. Not thread-safe. */
final class PairedSide implements AutoCloseable {
  private static final int MAX_SCANS = 20;

  /** Minimum improvement of the hit ratio from scan to scan for another scan. */
  private static final double BETTER = 0.005;

  /** Rows of a request of the scan beside a load. */
  private static final int SCANNED_ROWS = 1_000;

  private final Connection connection;
  private final ServerProbe probe;
  private long cpuNanos;

  /**
   * @param connection closed with this object
   */
  PairedSide(Connection connection, HBaseProcess server, Configuration configuration)
      throws IOException {
    this.connection = connection;
    probe = new ServerProbe(server, configuration);
    cpuNanos = probe.cpuNanos();
  }

  /**
   * Scans a table until a scan has no more hits than the last one.
   *
   * @param whole whether the cache can hold the table; otherwise it is scanned once
   */
  void fill(DataTable table, boolean whole) throws IOException {
    double before = -1;
    double hits = 0;
    for (int i = 0; i < (whole ? MAX_SCANS : 1) && hits > before + BETTER; i++) {
      before = i == 0 ? -1 : hits;
      ServerCounters earlier = probe.read();
      Server.fill(table, connection, table.rows());
      ServerCounters during = probe.read().since(earlier);
      hits = during.hitRatio();
    }
  }

  /**
   * Opens a load.
   *
   * @param threads number of client threads
   * @param scanned table that is scanned beside it, again and again; null for none
   */
  SliceLoad open(int threads, LoadStep its, DataTable table, Draw draw, @Nullable DataTable scanned)
      throws IOException {
    Operation operation = its.load().of(new Reads(connection, table, draw));
    return new SliceLoad(operation, threads, its.pace(), scanned == null ? null : scan(scanned));
  }

  /** Returns requests that scan the table when sent with consecutive numbers. */
  private Operation scan(DataTable table) {
    Draw consecutive = (number, index, rows) -> number * SCANNED_ROWS % rows;
    return new Reads(connection, table, consecutive).scan(SCANNED_ROWS);
  }

  /** Loads the server for a slice. */
  PairedSlice slice(SliceLoad load, long seed, Duration length)
      throws IOException, InterruptedException {
    ServerCounters before = probe.read();
    long cpuBefore = cpuNanos;
    SliceLoad.SliceResult sent;
    try {
      sent = load.run(seed, length);
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
    TimeUnit.MILLISECONDS.sleep(PairedSlice.SETTLE_MILLIS);
    long cpuAfter = probe.cpuNanos();
    ServerCounters during = probe.read().since(before);
    long blocks = probe.blocks();
    long compressedBlocks = probe.compressedBlocks();
    // Reading more counters of one cache than of another is not that cache's cost.
    cpuNanos = probe.cpuNanos();
    return new PairedSlice(
        sent.rows(),
        sent.latencies().getTotalCount(),
        sent.unsent(),
        sent.nanos(),
        cpuAfter - cpuBefore,
        during.dataHits(),
        during.dataMisses(),
        during.fileBytes(),
        during.gcMillis(),
        blocks,
        compressedBlocks,
        sent.latencies());
  }

  @Override
  public void close() throws IOException {
    probe.close();
    connection.close();
  }
}
