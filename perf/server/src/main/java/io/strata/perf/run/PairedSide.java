package io.strata.perf.run;

import io.strata.it.cluster.HBaseProcess;
import io.strata.perf.common.BenchException;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import io.strata.perf.load.Reads;
import io.strata.perf.load.SliceLoad;
import io.strata.perf.pair.PairedSlice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;

/** One of the two measured servers, with its own client connection. Not thread-safe. */
final class PairedSide implements AutoCloseable {
  private static final int MAX_SCANS = 20;

  /** Minimum improvement of the hit ratio from scan to scan for another scan. */
  private static final double BETTER = 0.005;

  private final Connection connection;
  private final DataTable table;
  private final Reads reads;
  private final ServerProbe probe;

  /**
   * @param connection closed with this object
   */
  PairedSide(
      Connection connection,
      HBaseProcess server,
      Configuration configuration,
      DataTable table,
      Draw draw)
      throws IOException {
    this.connection = connection;
    this.table = table;
    reads = new Reads(connection, table, draw);
    probe = new ServerProbe(server, configuration.hitCounters());
  }

  /** Scans the table until a scan has no more hits than the last one. */
  void fill() throws IOException {
    double before = -1;
    double hits = 0;
    for (int i = 0; i < MAX_SCANS && hits > before + BETTER; i++) {
      before = i == 0 ? -1 : hits;
      SliceCounters earlier = probe.readForSlice();
      Server.fill(table, connection, table.rows());
      SliceCounters during = probe.readForSlice().since(earlier);
      hits = (double) during.dataHits() / (during.dataHits() + during.dataMisses());
    }
  }

  SliceLoad open(PairedPlan plan, PairedLoad load) throws IOException {
    return new SliceLoad(load.of(reads), plan.threads(), plan.pace());
  }

  /** Loads the server for a slice. */
  PairedSlice slice(SliceLoad load, long seed, Duration length)
      throws IOException, InterruptedException {
    SliceCounters before = probe.readForSlice();
    long cpuBefore = probe.cpuNanos();
    SliceLoad.SliceResult sent;
    try {
      sent = load.run(seed, length);
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
    TimeUnit.MILLISECONDS.sleep(PairedSlice.SETTLE_MILLIS);
    long cpu = probe.cpuNanos() - cpuBefore;
    SliceCounters during = probe.readForSlice().since(before);
    return new PairedSlice(
        sent.rows(),
        sent.latencies().getTotalCount(),
        sent.unsent(),
        sent.nanos(),
        cpu,
        during.dataHits(),
        during.dataMisses(),
        during.fileBytes(),
        during.gcMillis(),
        sent.latencies());
  }

  @Override
  public void close() throws IOException {
    probe.close();
    connection.close();
  }
}
