package io.strata.perf.ycsb;

import io.strata.perf.common.BenchException;
import io.strata.perf.data.RawData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One workload on a table that is loaded, from a client of its own JVM. The warm-up is the
 * beginning of the same run, for another run's JVM would be cold again: what was measured before it
 * was over is left out, and stays in YCSB's own files.
 *
 * @param table to run on
 * @param workload what to ask for
 * @param threads of the client, each with one operation at a time
 * @param operationsPerSecond of all threads together, or as fast as they can. With a rate,
 *     latencies are counted from when an operation was due; the rate is a whole number, and at
 *     least one a second for each thread
 * @param warmUp in whole seconds; may be none
 * @param duration of what is measured, in whole seconds
 */
public record YcsbRun(
    YcsbTable table,
    YcsbWorkload workload,
    int threads,
    OptionalDouble operationsPerSecond,
    Duration warmUp,
    Duration duration) {
  /** The folder of YCSB's own files, within that of the sample. */
  private static final String RAW = "ycsb";

  public YcsbRun {
    if (threads < 1) {
      throw new IllegalArgumentException("YCSB needs a thread at least, not " + threads + ".");
    }
    if (operationsPerSecond.isPresent()
        && !(operationsPerSecond.getAsDouble() >= threads
            && operationsPerSecond.getAsDouble() <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "YCSB can keep a rate of one operation a second for each of %d threads or more, not %s."
              .formatted(threads, operationsPerSecond.getAsDouble()));
    }
    if (duration.toSeconds() < 1 || warmUp.isNegative()) {
      throw new IllegalArgumentException(
          "YCSB measures a second at least, not %s after %s.".formatted(duration, warmUp));
    }
  }

  /**
   * Runs it. Latencies go to {@value RawData#LATENCIES} in the folder, all of YCSB's files to
   * {@code ycsb} within it.
   *
   * @param folder of the sample; is created where it is missing
   * @throws BenchException if YCSB failed, or an operation did: none is expected to
   */
  public YcsbResult into(Path folder) throws BenchException, IOException, InterruptedException {
    return into(folder, Map.of());
  }

  /** The same with some properties of YCSB more. */
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
          "YCSB counted %d operations and logged the latencies of %d."
              .formatted(summary.operations(HBaseWorkload.OPERATION), operations.count()));
    }
    return result(operations, IntervalLog.read(client.log(HBaseBinding.ROWS)), folder);
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(table.properties());
    properties.putAll(workload.properties());
    properties.put("dotransactions", "true");
    // No limit but the time; with none, YCSB 0.17.0 starts no thread.
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
    operations.writeNanos(folder.resolve(RawData.LATENCIES));
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
