package io.strata.perf.run;

import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.ycsb.YcsbException;
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
 * YCSB's own client on a table of its own, which is loaded once and brought back to what it was
 * before each life. Within a life, workloads that only read come first, and then all lives go on to
 * those that write in the same order.
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

  /** Those of which latencies at a fixed rate are measured too. */
  private static final Set<YcsbWorkload> PACED =
      EnumSet.of(YcsbWorkload.MULTI_GET, YcsbWorkload.C, YcsbWorkload.A);

  private static final int THREADS = 25;
  private static final int LOADING_THREADS = 4;
  private static final int ROW_BYTES = 1_400;
  private static final int SLOWER_THAN_FILES = 7;

  /** A cache may be slow to let go of what was read before. */
  private static final int MOST_SCANS = 10;

  private static final Duration RESTORE = Duration.ofSeconds(5);
  private static final Duration CLIENT_START = Duration.ofSeconds(3);

  private final int records;
  private final Memory memory;
  private final List<YcsbWorkload> workloads;

  private YcsbStudy(Memory memory, List<YcsbWorkload> workloads) {
    this.memory = memory;
    this.records = (int) Math.max(1_000, Loading.ALL_HITS.bytes(memory) / ROW_BYTES);
    this.workloads = workloads;
  }

  /** With all workloads. */
  static YcsbStudy ofAll(Memory memory) {
    return new YcsbStudy(memory, WORKLOADS);
  }

  /** With some, in the order in which they are run. */
  static YcsbStudy of(Memory memory, Set<YcsbWorkload> some) {
    return new YcsbStudy(memory, WORKLOADS.stream().filter(some::contains).toList());
  }

  @Override
  public String id() {
    return "ycsb";
  }

  @Override
  public RunFacts.Study facts() {
    return new RunFacts.Study(
        id(),
        "YCSB",
        "YCSB's core workloads and the shape published in HBASE-11425, by %d clients on rows of 10 columns of 100 bytes, all of them in the cache."
            .formatted(THREADS),
        workloads.stream()
            .map(each -> new RunFacts.Load(each.key(), each.title(), each.description()))
            .toList());
  }

  @Override
  public List<Stretch> stretches() {
    List<Stretch> all = new ArrayList<>();
    for (YcsbWorkload workload : workloads) {
      all.add(stretch(workload, Mode.PEAK));
      if (PACED.contains(workload)) {
        all.add(stretch(workload, Mode.PACED));
      }
    }
    return all;
  }

  private static Stretch stretch(YcsbWorkload workload, Mode mode) {
    return new Stretch(workload.key(), THREADS, mode);
  }

  @Override
  public int warmUps() {
    return stretches().size();
  }

  @Override
  public Map<String, Long> tables() {
    return Map.of(YcsbTable.NAME.getNameAsString(), (long) records * ROW_BYTES);
  }

  /** YCSB's client puts row by row, and the table is compacted afterwards. */
  @Override
  public Duration making(long bytes) {
    return Estimate.loading(bytes).multipliedBy(SLOWER_THAN_FILES);
  }

  /** Reading a table takes a fraction of the time of making it, and is done a few times. */
  @Override
  public Duration overhead() {
    return RESTORE
        .plus(Estimate.loading(Loading.ALL_HITS.bytes(memory)))
        .plus(CLIENT_START.multipliedBy(stretches().size()));
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
    } catch (YcsbException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      Folder.delete(folder);
    }
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException {
    try {
      YcsbTable table = table(session.server());
      table.restore();
      warmUp(session, table);
      for (YcsbWorkload workload : workloads) {
        for (Mode mode : Mode.values()) {
          Stretch stretch = stretch(workload, mode);
          if (session.lacks(stretch)) {
            session.sampler().measure(stretch, load(session, table, workload, stretch), false);
          }
        }
      }
    } catch (YcsbException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Reads the whole table until the cache has it: what was read before goes at the first reading in
   * some caches, and later in others.
   */
  private static void warmUp(Session session, YcsbTable table) throws IOException, YcsbException {
    Steadiness steadiness = new Steadiness();
    boolean steady = false;
    for (int i = 0; i < MOST_SCANS && !steady; i++) {
      ServerCounters before = session.sampler().counters();
      table.scan();
      steady = steadiness.isReached(session.sampler().counters().since(before).hitRatio());
    }
  }

  private static Sampler.Load load(
      Session session, YcsbTable table, YcsbWorkload workload, Stretch stretch) {
    return folder -> {
      Phases phases = session.phases();
      Duration missing = session.warmth().missing(phases);
      Duration warmUp = missing.compareTo(phases.warmUp()) > 0 ? missing : phases.warmUp();
      YcsbRun run =
          new YcsbRun(
              table,
              workload,
              stretch.threads(),
              rate(session.data(), stretch),
              wholeSeconds(warmUp),
              wholeSeconds(phases.sample()));
      session.warmth().add(warmUp);
      try {
        return outcome(run.into(folder), run.warmUp(), folder);
      } catch (YcsbException e) {
        throw new IOException(e.getMessage(), e);
      }
    };
  }

  private static OptionalDouble rate(RawData data, Stretch stretch) throws IOException {
    if (stretch.mode() == Mode.PEAK) {
      return OptionalDouble.empty();
    }
    double rate = Rates.of(data, "ycsb", stretch.load());
    return OptionalDouble.of(Math.max(rate, stretch.threads()));
  }

  private static Duration wholeSeconds(Duration duration) {
    return Duration.ofSeconds(Math.max(1, Math.round(duration.toMillis() / 1e3)));
  }

  private static Outcome outcome(YcsbResult result, Duration warmUp, Path folder)
      throws IOException {
    return new Outcome(
        result.beginMillis(),
        result.seconds(),
        result.operations(),
        result.rows(),
        new Outcome.Handled(result.handledRows(), result.seconds() + warmUp.toSeconds()),
        result.throughput(),
        ClientMeasures.of(result, folder));
  }
}
