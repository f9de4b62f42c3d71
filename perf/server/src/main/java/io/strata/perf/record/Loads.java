package io.strata.perf.record;

import io.strata.perf.common.BenchException;
import io.strata.perf.load.DataTable;
import io.strata.perf.ycsb.YcsbRun;
import io.strata.perf.ycsb.YcsbTable;
import io.strata.perf.ycsb.YcsbWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.client.Admin;

/**
 * The preparation and execution of all loads on one server. All but PerformanceEvaluation's are
 * YCSB's on one table, which is restored between them. Not thread-safe.
 */
final class Loads {
  private static final int LOADING_THREADS = 4;
  private static final int THREADS = 10;
  private static final int REGIONS = 1;

  private final RecordingServer server;
  private final Scale scale;
  private final Path folder;
  private final YcsbTable rows;
  private final PeTable pe;

  /**
   * @param folder for the files of clients
   */
  Loads(RecordingServer server, Scale scale, Path folder) {
    this.server = server;
    this.scale = scale;
    this.folder = folder;
    this.rows = YcsbTable.inOrder(server.clientSite(), scale.ycsbRows(), scale.blockBytes());
    this.pe = new PeTable(server, scale);
  }

  /** Creates or restores the tables that a load reads. */
  void prepare(RecordedLoad load) throws IOException, InterruptedException {
    if (load == RecordedLoad.PE) {
      pe.write();
      return;
    }
    prepareRows();
    if (load == RecordedLoad.FULL_SCAN) {
      prepareScanned();
    }
  }

  private void prepareRows() throws IOException, InterruptedException {
    try {
      if (rows.isLoaded()) {
        rows.restore();
      } else {
        rows.load(folder.resolve("ycsb-load"), LOADING_THREADS);
      }
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void prepareScanned() throws IOException {
    try {
      scanned().ensure(server.connection(), server.rootFolder(), bytes -> {});
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Created only when needed, since it adds up the lengths of a million rows. */
  private DataTable scanned() {
    return DataTable.zipfian("scanned", scale.scannedBytes(), REGIONS);
  }

  /** Runs a load. */
  void run(RecordedLoad load) throws IOException, InterruptedException {
    switch (load) {
      case YCSB_ZIPFIAN -> ycsb(YcsbWorkload.C, scale.readsPerSecond());
      case YCSB_LATEST ->
          Background.during(
              () -> ycsb(YcsbWorkload.D, scale.readsPerSecond()), scale.flushes(), this::flush);
      case YCSB_SCANS -> ycsb(YcsbWorkload.E, scale.scansPerSecond());
      case PE -> pe.read();
      case FULL_SCAN -> {
        DataTable scanned = scanned();
        Background.during(this::hotReads, scale.scans(), () -> scan(scanned));
      }
      case COMPACTION_STORM ->
          Background.during(this::hotReads, scale.compactions(), this::compact);
    }
  }

  private void hotReads() throws IOException, InterruptedException {
    ycsb(YcsbWorkload.HOT_SPOT, scale.hotReadsPerSecond());
  }

  private void ycsb(YcsbWorkload workload, int perSecond) throws IOException, InterruptedException {
    OptionalDouble rate = OptionalDouble.of(perSecond);
    YcsbRun run = new YcsbRun(rows, workload, THREADS, rate, Duration.ZERO, scale.time());
    try {
      run.into(folder.resolve(workload.key()));
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void scan(DataTable table) throws IOException {
    try {
      table.scan(server.connection(), 0, table.rows());
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void flush() throws IOException {
    try (Admin admin = server.connection().getAdmin()) {
      admin.flush(YcsbTable.NAME);
    }
  }

  /** Requests a compaction; has no effect while one runs. */
  private void compact() throws IOException {
    try (Admin admin = server.connection().getAdmin()) {
      admin.majorCompact(YcsbTable.NAME);
    }
  }
}
