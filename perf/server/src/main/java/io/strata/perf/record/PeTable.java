package io.strata.perf.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.util.ToolRunner;

/** PerformanceEvaluation and its table, whose values have random lengths. */
final class PeTable {
  private static final TableName NAME = TableName.valueOf(PerformanceEvaluation.TABLE_NAME);
  private static final int CLIENTS = 4;

  private final RecordingServer server;
  private final Scale scale;

  PeTable(RecordingServer server, Scale scale) {
    this.server = server;
    this.scale = scale;
  }

  /** Writes the table. */
  void write() throws IOException {
    run(
        "sequentialWrite",
        1,
        "--writeToWAL=false",
        "--blockSize=" + scale.blockBytes(),
        "--valueRandom",
        "--valueSize=" + scale.peValueBytes());
    try (Admin admin = server.connection().getAdmin()) {
      admin.flush(NAME);
    }
  }

  /** Reads the table with one command after the other. */
  void read() throws IOException {
    run("randomRead", CLIENTS, "--cycles=" + scale.peCycles());
    run("scanRange100", CLIENTS, "--sampleRate=" + scale.peRanges());
    run("sequentialRead", CLIENTS);
  }

  private void run(String command, int clients, String... options) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("--nomapred");
    arguments.add("--rows=" + scale.peRows() / clients);
    arguments.addAll(List.of(options));
    arguments.add(command);
    arguments.add(Integer.toString(clients));
    Configuration configuration = server.configuration();
    if (exitCode(configuration, arguments.toArray(String[]::new)) != 0) {
      throw new IOException("PerformanceEvaluation's " + command + " failed.");
    }
  }

  private static int exitCode(Configuration configuration, String... arguments) throws IOException {
    try {
      return ToolRunner.run(configuration, new PerformanceEvaluation(configuration), arguments);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
