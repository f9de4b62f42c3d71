package io.strata.perf.run;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Folder;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.load.Latencies;
import io.strata.perf.load.LoadResult;
import io.strata.perf.ycsb.YcsbResult;
import io.strata.perf.ycsb.YcsbRun;
import io.strata.perf.ycsb.YcsbTable;
import io.strata.perf.ycsb.YcsbWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * YCSB's own client on its own table, which is loaded once and restored before each trial. Within a
 * trial, read-only workloads come first; the workloads that write follow in the same order in all
 * trials.
 */
final class YcsbStudy implements Study {
  private static final List<YcsbWorkload> WORKLOADS =
      List.of(
          YcsbWorkload.MULTI_GET,
          YcsbWorkload.RANGE_SCAN,
          YcsbWorkload.C,
          YcsbWorkload.B,
          YcsbWorkload.A,
          YcsbWorkload.F,
          YcsbWorkload.D,
          YcsbWorkload.E);

  /** The workloads whose latencies are also measured at a fixed rate. */
  private static final Set<YcsbWorkload> PACED =
      EnumSet.of(YcsbWorkload.MULTI_GET, YcsbWorkload.C, YcsbWorkload.A);

  private static final int THREADS = 25;
  private static final int LOADING_THREADS = 4;
  private static final int ROW_BYTES = 1_400;
  private static final int SLOWER_THAN_FILES = 7;

  /** Some caches are slow to evict old blocks. */
  private static final int MAX_SCANS = 10;

  private static final Duration RESTORE = Duration.ofSeconds(5);
  private static final Duration CLIENT_START = Duration.ofSeconds(3);

  private final int records;
  private final Memory memory;
  private final List<YcsbWorkload> workloads;

  private YcsbStudy(Memory memory, List<YcsbWorkload> workloads) {
    this.memory = memory;
    this.records = (int) Math.max(1_000, WorkingSet.ALL_HITS.bytes(memory) / ROW_BYTES);
    this.workloads = workloads;
  }

  /** Returns the study with all workloads. */
  static YcsbStudy ofAll(Memory memory) {
    return new YcsbStudy(memory, WORKLOADS);
  }

  /** Returns the study with some workloads, in the order of execution. */
  static YcsbStudy of(Memory memory, Set<YcsbWorkload> some) {
    return new YcsbStudy(memory, WORKLOADS.stream().filter(some::contains).toList());
  }

  @Override
  public String id() {
    return "ycsb";
  }

  @Override
  public RunFacts.StudyFacts facts() {
    return new RunFacts.StudyFacts(
        id(),
        "YCSB",
        ("YCSB's core workloads, and those of HBASE-11425, by %d clients on rows of 10 columns of"
                + " 100 bytes, all of them in the cache.")
            .formatted(THREADS),
        workloads.stream()
            .map(each -> new RunFacts.LoadFacts(each.key(), each.title(), each.description()))
            .toList());
  }

  @Override
  public List<Iteration> iterations() {
    List<Iteration> all = new ArrayList<>();
    for (YcsbWorkload workload : workloads) {
      all.add(iteration(workload, Mode.PEAK));
      if (PACED.contains(workload)) {
        all.add(iteration(workload, Mode.PACED));
      }
    }
    return all;
  }

  private static Iteration iteration(YcsbWorkload workload, Mode mode) {
    return new Iteration(workload.key(), THREADS, mode);
  }

  @Override
  public int warmUps() {
    return iterations().size();
  }

  @Override
  public Map<String, Long> tables() {
    return Map.of(YcsbTable.NAME.getNameAsString(), (long) records * ROW_BYTES);
  }

  /** The table is flushed, compacted, and kept as a snapshot. */
  @Override
  public int copies() {
    return 3;
  }

  /** YCSB's client puts row by row, and the table is compacted afterwards. */
  @Override
  public Duration making(long bytes) {
    return Study.loading(bytes).multipliedBy(SLOWER_THAN_FILES);
  }

  /** Reading a table a few times takes a fraction of the time for creating it. */
  @Override
  public Duration overhead() {
    return RESTORE
        .plus(Study.loading(WorkingSet.ALL_HITS.bytes(memory)))
        .plus(CLIENT_START.multipliedBy(iterations().size()));
  }

  private YcsbTable table(Server server) {
    return new YcsbTable(server.clientSite(), records);
  }

  @Override
  public void prepare(Server server) throws IOException, InterruptedException {
    YcsbTable table = table(server);
    if (table.isLoaded()) {
      return;
    }
    Path folder = Files.createTempDirectory("ycsb-load");
    try {
      table.load(folder, LOADING_THREADS);
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      Folder.delete(folder);
    }
  }

  @Override
  public void measure(Measurement measurement) throws IOException, InterruptedException {
    try {
      YcsbTable table = table(measurement.server());
      table.restore();
      warmUp(measurement, table);
      for (YcsbWorkload workload : workloads) {
        for (Mode mode : Mode.values()) {
          Iteration iteration = iteration(workload, mode);
          if (iterations().contains(iteration) && measurement.lacks(iteration)) {
            measurement.measure(iteration, load(measurement, table, workload, iteration), false);
          }
        }
      }
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Reads the whole table until the cache holds it: some caches evict older blocks during the first
   * scan, others later.
   */
  private static void warmUp(Measurement measurement, YcsbTable table)
      throws IOException, BenchException {
    measurement.warmUp().begin();
    boolean steady = false;
    for (int i = 0; i < MAX_SCANS && !steady; i++) {
      ServerCounters before = measurement.counters();
      table.scan();
      double hits = measurement.counters().since(before).hitRatio();
      steady = measurement.warmUp().isSteady(hits);
    }
  }

  private static Measurement.LoadRun load(
      Measurement measurement, YcsbTable table, YcsbWorkload workload, Iteration iteration) {
    return folder -> {
      Plan plan = measurement.plan();
      Duration missing = measurement.warmUp().missing();
      Duration warmUp = missing.compareTo(plan.warmUp()) > 0 ? missing : plan.warmUp();
      YcsbRun run =
          new YcsbRun(
              table,
              workload,
              iteration.threads(),
              rate(measurement, iteration),
              wholeSeconds(warmUp),
              wholeSeconds(plan.sample()));
      measurement.warmUp().add(warmUp);
      try {
        return result(run.into(folder), run.warmUp(), folder);
      } catch (BenchException e) {
        throw new IOException(e.getMessage(), e);
      }
    };
  }

  private static OptionalDouble rate(Measurement measurement, Iteration iteration)
      throws IOException {
    if (iteration.mode() == Mode.PEAK) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(Math.max(measurement.rate(iteration.load()), iteration.threads()));
  }

  private static Duration wholeSeconds(Duration duration) {
    return Duration.ofSeconds(Math.max(1, Math.round(duration.toMillis() / 1e3)));
  }

  private static Result result(YcsbResult ycsb, Duration warmUp, Path folder) throws IOException {
    LoadResult client =
        new LoadResult(
            ycsb.beginMillis(),
            ycsb.seconds(),
            ycsb.operations(),
            ycsb.rows(),
            ycsb.handledRows(),
            0,
            ycsb.throughput(),
            Latencies.read(folder.resolve(RawData.LATENCIES)),
            null);
    return new Result(client, ycsb.seconds() + warmUp.toSeconds());
  }
}
