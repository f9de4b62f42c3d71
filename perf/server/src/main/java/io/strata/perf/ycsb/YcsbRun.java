package io.strata.perf.ycsb;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One run of a workload on a loaded table, by a client in its own JVM. The warm-up is the beginning
 * of the run, since the JVM of another run would be cold again; its measurements are left out of
 * the result, but stay in YCSB's own files.
 *
 * @param table to run on
 * @param workload to run
 * @param threads number of client threads, each with one operation at a time
 * @param operationsPerSecond rate of all threads together, a whole number and at least one for each
 *     thread; latencies then count from the time at which an operation was due. Empty for full
 *     speed
 * @param warmUp in whole seconds; may be 0
 * @param duration of the measurement, in whole seconds
 */
public record YcsbRun(
    YcsbTable table,
    YcsbWorkload workload,
    int threads,
    OptionalDouble operationsPerSecond,
    Duration warmUp,
    Duration duration) {
  /** The file of latencies: an interval log of HdrHistogram, in nanoseconds. */
  static final String LATENCIES = "latency.hlog";

  /** The folder of YCSB's own files, in the sample's folder. */
  private static final String RAW = "ycsb";

  public YcsbRun {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": must be at least 1.");
    }
    if (operationsPerSecond.isPresent()
        && !(operationsPerSecond.getAsDouble() >= threads
            && operationsPerSecond.getAsDouble() <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "operationsPerSecond=%s: must be at least the number of threads, %d."
              .formatted(operationsPerSecond.getAsDouble(), threads));
    }
    if (duration.toSeconds() < 1 || warmUp.isNegative()) {
      throw new IllegalArgumentException(
          "duration=%s, warmUp=%s: must be at least 1 s and 0 s.".formatted(duration, warmUp));
    }
  }

  /**
   * Runs the workload. Writes latencies to {@value #LATENCIES} in the folder, and YCSB's own files
   * to {@code ycsb} in it.
   *
   * @param folder of the sample; created if missing
   * @throws BenchException if YCSB or any operation failed
   */
  public YcsbResult into(Path folder) throws BenchException, IOException, InterruptedException {
    return into(folder, Map.of());
  }

  /** Runs the workload with additional YCSB properties. */
  YcsbResult into(Path folder, Map<String, String> more)
      throws BenchException, IOException, InterruptedException {
    Files.createDirectories(folder);
    YcsbClient client = new YcsbClient(folder.resolve(RAW));
    Map<String, String> properties = properties();
    properties.putAll(more);
    YcsbSummary summary = client.run(properties, threads, warmUp.plus(duration));
    IntervalLog operations = IntervalLog.read(client.log(HBaseWorkload.OPERATION));
    if (operations.count() != summary.operations(HBaseWorkload.OPERATION)) {
      throw new BenchException(
          "YCSB counted %d operations but logged %d latencies."
              .formatted(summary.operations(HBaseWorkload.OPERATION), operations.count()));
    }
    return result(operations, IntervalLog.read(client.log(HBaseBinding.ROWS)), folder);
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.putAll(workload.properties());
    properties.put("dotransactions", "true");
    // Only the time limits the run; without a count YCSB 0.17.0 starts no thread.
    properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
    properties.put("maxexecutiontime", Long.toString(warmUp.plus(duration).toSeconds()));
    operationsPerSecond.ifPresent(
        rate -> properties.put("target", Long.toString(Math.round(rate))));
    return properties;
  }

  private YcsbResult result(IntervalLog allOperations, IntervalLog allRows, Path folder)
      throws BenchException, IOException {
    IntervalLog operations = allOperations.from(allOperations.beginMillis() + warmUp.toMillis());
    IntervalLog rows = allRows.from(operations.beginMillis());
    operations.writeNanos(folder.resolve(LATENCIES));
    long begin = operations.beginMillis();
    long end = operations.endMillis();
    return new YcsbResult(
        begin,
        (end - begin) / 1e3,
        operations.count(),
        rows.sum(),
        allRows.sum(),
        rows.perSecond(begin, end));
  }
}
