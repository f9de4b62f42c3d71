package io.strata.perf.run;

import io.strata.perf.common.load.Operation;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Reads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/**
 * HBASE-11425's comparison, on rows of 1,000 bytes that are all in the cache: multi-gets of 100,
 * and scans of 10,000 rows that the server filters, each with increasing numbers of threads.
 */
final class PublishedStudy implements Study {
  /** The published numbers of threads. */
  static final List<Integer> THREADS = List.of(5, 10, 20, 25, 50, 75);

  private static final String TABLE = "rows";
  private static final int VALUE_BYTES = 1_000;

  /** Approximate bytes of a row in a data block. */
  private static final long ROW_BYTES = VALUE_BYTES + 40;

  private static final int REGIONS = 4;
  private static final int ROWS_TO_A_MULTI_GET = 100;

  private final Memory memory;
  private final List<Integer> threads;
  private final long rows;
  private @Nullable DataTable data;

  PublishedStudy(Memory memory, List<Integer> threads) {
    this.memory = memory;
    this.threads = List.copyOf(threads);
    this.rows = Math.max(WorkingSet.ALL_HITS.bytes(memory) / ROW_BYTES, 4L * Reads.SCANNED_ROWS);
  }

  /** The kinds of reads. */
  private enum Read {
    MULTI_GET(
        "multi-get-100", "Multi-gets of 100", "A hundred rows, chosen at random, in each request."),
    SCAN_NONE(
        "scan-none",
        "Scans of 10,000 rows, all filtered out",
        "In each scan the server reads the values of 10,000 rows and returns none."),
    SCAN_TENTH(
        "scan-tenth",
        "Scans of 10,000 rows, a tenth returned",
        "In each scan the server reads the values of 10,000 rows and returns every tenth.");

    private final String id;
    private final String title;
    private final String description;

    Read(String id, String title, String description) {
      this.id = id;
      this.title = title;
      this.description = description;
    }

    RunFacts.LoadFacts facts() {
      return new RunFacts.LoadFacts(id, title, description);
    }

    Operation operation(Reads reads) {
      return switch (this) {
        case MULTI_GET -> reads.multiGet(ROWS_TO_A_MULTI_GET);
        case SCAN_NONE -> reads.scanReturningNone();
        case SCAN_TENTH -> reads.scanReturningTenth();
      };
    }

    Iteration iteration(int threads) {
      return new Iteration(id, threads, Mode.PEAK);
    }
  }

  @Override
  public String id() {
    return "pe";
  }

  @Override
  public RunFacts.StudyFacts facts() {
    List<RunFacts.LoadFacts> loads = new ArrayList<>();
    for (Read read : Read.values()) {
      loads.add(read.facts());
    }
    return new RunFacts.StudyFacts(
        id(),
        "Multi-gets and filtered scans, all hits",
        "Rows of 1,000 bytes, all of them in the cache, read by increasing numbers of clients: %s."
            .formatted(threads.stream().map(Object::toString).collect(Collectors.joining(", "))),
        loads);
  }

  @Override
  public List<Iteration> iterations() {
    List<Iteration> all = new ArrayList<>();
    for (Read read : Read.values()) {
      threads.forEach(count -> all.add(read.iteration(count)));
    }
    return all;
  }

  @Override
  public int warmUps() {
    return Measurement.USUAL_WARM_UPS * Read.values().length;
  }

  @Override
  public Map<String, Long> tables() {
    return Map.of(TABLE, rows * ROW_BYTES);
  }

  @Override
  public Duration overhead() {
    return Study.loading(WorkingSet.ALL_HITS.bytes(memory));
  }

  /** Created only when needed: a plan must not use classes of HBase, which would begin to log. */
  private DataTable data() {
    if (data == null) {
      data = DataTable.fixed(TABLE, VALUE_BYTES, rows, REGIONS);
    }
    return data;
  }

  @Override
  public void prepare(Server server) throws IOException {
    server.make(data());
  }

  @Override
  public void measure(Measurement measurement) throws IOException, InterruptedException {
    try (Connection connection = measurement.server().connect()) {
      Server.fill(data(), connection, rows);
      Reads reads = new Reads(connection, data(), 0, rows);
      for (Read read : Read.values()) {
        measure(measurement, read, read.operation(reads));
      }
    }
  }

  private void measure(Measurement measurement, Read read, Operation operation)
      throws IOException, InterruptedException {
    boolean warm = false;
    for (int count : threads) {
      Iteration iteration = read.iteration(count);
      if (measurement.lacks(iteration)) {
        if (!warm) {
          measurement.warmUp(operation, iteration);
          warm = true;
        }
        measurement.measure(iteration, operation, false);
      }
    }
  }
}
