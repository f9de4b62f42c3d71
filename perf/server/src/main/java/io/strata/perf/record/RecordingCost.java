package io.strata.perf.record;

import com.sun.management.OperatingSystemMXBean;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Progress;
import io.strata.perf.common.Spread;
import io.strata.perf.common.Table;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Reads;
import io.strata.perf.load.SliceLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Measures the overhead of recording: a server whose reads all hit is read at full speed in slices
 * with and without recording. Neighbouring slices form pairs and are compared; the order within a
 * pair alternates, so that slow drift affects both alike.
 */
public final class RecordingCost {
  private static final int CACHE_MEGABYTES = 768;
  private static final int VALUE_BYTES = 1_000;
  private static final int ROWS_OF_MULTI_GET = 100;
  private static final int THREADS = 4;
  private static final int SEED = 11;
  private static final double PERCENT = 100;

  private final int rows;
  private final int pairs;
  private final Duration warmUp;
  private final Duration slice;

  /** The result of a slice. */
  private record CostSlice(double rowsPerSecond, double cpuMicrosPerRow) {}

  /** A kind of read. */
  private record Subject(String title, Operation operation) {}

  /**
   * @param small whether this is a test run of a few seconds
   */
  public RecordingCost(boolean small) {
    this.rows = small ? 20_000 : 400_000;
    this.pairs = small ? 1 : 12;
    this.warmUp = Duration.ofSeconds(small ? 1 : 45);
    this.slice = Duration.ofSeconds(small ? 1 : 8);
  }

  /**
   * Measures and prints a table.
   *
   * @param folder for the server's data and logs
   * @param console receives progress and the table
   */
  public void run(Path folder, PrintStream console) throws IOException, InterruptedException {
    Progress progress = new Progress(console);
    Table table = new Table("read", "", "not recording", "recording", "overhead", "pairs");
    try (RecordingServer server =
        progress.phase(
            "Starting ZooKeeper, master and RegionServer",
            () -> RecordingServer.start(folder, CACHE_MEGABYTES))) {
      DataTable data = DataTable.fixed("rows", VALUE_BYTES, rows, 1);
      progress.phase(
          "Creating the table",
          () -> {
            make(data, server);
            return data;
          });
      Reads reads = new Reads(server.connection(), data, 0, rows);
      Path drafts = Files.createDirectory(folder.resolve("recordings"));
      for (Subject subject :
          List.of(
              new Subject("multi-gets of " + ROWS_OF_MULTI_GET, reads.multiGet(ROWS_OF_MULTI_GET)),
              new Subject("gets", reads.get()))) {
        progress.phase(
            subject.title,
            () -> {
              measure(server, subject, drafts, table);
              return subject;
            });
      }
    }
    console.println();
    console.print(Markdown.of(table));
  }

  private static void make(DataTable data, RecordingServer server) throws IOException {
    try {
      data.ensure(server.connection(), server.rootFolder(), bytes -> {});
      data.scan(server.connection(), 0, data.rows());
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void measure(RecordingServer server, Subject subject, Path drafts, Table table)
      throws IOException, InterruptedException {
    List<CostSlice> without = new ArrayList<>();
    List<CostSlice> with = new ArrayList<>();
    try (SliceLoad load = new SliceLoad(subject.operation, THREADS, Pace.peak())) {
      load(server, load, warmUp);
      for (int pair = 0; pair < pairs; pair++) {
        boolean recordingFirst = pair % 2 == 1;
        for (int i = 0; i < 2; i++) {
          if (recordingFirst == (i == 0)) {
            Path draft = drafts.resolve(subject.title.charAt(0) + "-" + pair);
            server.record(draft, () -> with.add(load(server, load, slice)));
          } else {
            without.add(load(server, load, slice));
          }
        }
      }
    }
    add(table, subject.title, "rows a second", without, with, CostSlice::rowsPerSecond, -1);
    add(table, "", "µs of CPU per row", without, with, CostSlice::cpuMicrosPerRow, 1);
  }

  private static CostSlice load(RecordingServer server, SliceLoad load, Duration time)
      throws IOException, InterruptedException {
    OperatingSystemMXBean process = server.process();
    long before = process.getProcessCpuTime();
    try {
      SliceLoad.SliceResult result = load.run(SEED, time);
      double cpuMicros = (process.getProcessCpuTime() - before) / 1e3;
      return new CostSlice(result.rows() / (result.nanos() / 1e9), cpuMicros / result.rows());
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * @param sign 1 if more is worse, -1 if less is worse
   */
  private static void add(
      Table table,
      String read,
      String measure,
      List<CostSlice> without,
      List<CostSlice> with,
      ToDoubleFunction<CostSlice> value,
      int sign) {
    List<Double> costs = new ArrayList<>();
    for (int pair = 0; pair < with.size(); pair++) {
      double ratio = value.applyAsDouble(with.get(pair)) / value.applyAsDouble(without.get(pair));
      costs.add(sign * (ratio - 1) * PERCENT);
    }
    Spread cost = Spread.of(costs.stream().mapToDouble(Double::doubleValue));
    table.add(
        read,
        measure,
        format("%,.1f", median(without, value)),
        format("%,.1f", median(with, value)),
        format("%.1f %%", cost.median()),
        "%d, %s to %s"
            .formatted(costs.size(), format("%.1f", cost.min()), format("%.1f %%", cost.max())));
  }

  private static double median(List<CostSlice> slices, ToDoubleFunction<CostSlice> value) {
    return Spread.of(slices.stream().mapToDouble(value)).median();
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
