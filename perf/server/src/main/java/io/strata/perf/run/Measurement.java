package io.strata.perf.run;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Folder;
import io.strata.perf.common.load.Operation;
import io.strata.perf.common.load.Pace;
import io.strata.perf.data.AllocationSite;
import io.strata.perf.data.GcSummary;
import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Sample;
import io.strata.perf.gc.AllocationSites;
import io.strata.perf.gc.GcEvents;
import io.strata.perf.gc.ServerRecording;
import io.strata.perf.load.LoadGenerator;
import io.strata.perf.load.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures one study in one trial. The client is the load generator or one of the study's own; the
 * server's counters are read before and after. Not thread-safe.
 */
final class Measurement implements AutoCloseable {
  private static final String ALLOCATIONS = "allocation.jfr";
  private static final String COLLECTIONS = "gc.jfr";
  private static final int SITES = 15;
  private static final double MEGA = 1e6;

  /** Maximum number of copies of the recording until the last collection has ended. */
  private static final int MAX_COPIES = 50;

  private static final int MILLIS_BETWEEN_COPIES = 200;

  /** At a fixed rate, one operation in this many is repeated, to measure hits. */
  private static final int IN_CACHE_EVERY = 10;

  private static final int MAX_WARM_UPS = 10;

  /** The usual number of warm-ups. */
  static final int USUAL_WARM_UPS = 5;

  /**
   * The fixed rate as a share of the first configuration's throughput at full speed: high enough
   * for queues to build up behind a pause, low enough for slower configurations.
   */
  private static final double PACED_SHARE = 0.4;

  private final Plan plan;
  private final String study;
  private final Trial trial;
  private final Server server;
  private final WarmUp warmUp;
  private final RawData data;
  private final ServerProbe probe;

  /**
   * @param server started for this trial
   * @param warmUp of that server
   * @param data of the run so far
   */
  Measurement(Plan plan, String study, Trial trial, Server server, WarmUp warmUp, RawData data)
      throws IOException {
    this.plan = plan;
    this.study = study;
    this.trial = trial;
    this.server = server;
    this.warmUp = warmUp;
    this.data = data;
    this.probe = new ServerProbe(server.regionServer(), trial.configuration().hitCounters());
  }

  /** Loads the server and writes its raw files to a folder. */
  @FunctionalInterface
  interface LoadRun {
    Result run(Path folder) throws IOException, InterruptedException;
  }

  Plan plan() {
    return plan;
  }

  Trial trial() {
    return trial;
  }

  Server server() {
    return server;
  }

  WarmUp warmUp() {
    return warmUp;
  }

  /** Returns whether an iteration is still to be measured. */
  boolean lacks(Iteration iteration) {
    return !data.has(trial.key(study, iteration));
  }

  /** Copies the sample that another study measured in this trial. */
  void takeOver(String from, Iteration iteration) throws IOException {
    data.copy(trial.key(from, iteration), trial.key(study, iteration));
  }

  /** Reads the server's counters. */
  ServerCounters counters() throws IOException {
    return probe.read();
  }

  /** Sends at full speed until neither hit ratio nor throughput improves. */
  void warmUp(Operation operation, Iteration like) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("warm-up");
    try {
      warmUp.begin();
      boolean done = false;
      long max = MAX_WARM_UPS + warmUp.missing().dividedBy(plan.warmUp());
      for (int i = 1; i <= max && !done; i++) {
        ServerCounters before = probe.read();
        LoadResult result = run(operation, like, i, Pace.peak(), plan.warmUp(), folder).client();
        double hits = probe.read().since(before).hitRatio();
        done = warmUp.isDone(hits, result.rows() / result.seconds());
      }
    } finally {
      Folder.delete(folder);
    }
  }

  /**
   * Measures an iteration with the load generator and writes it to the raw data.
   *
   * @param profiled whether to run it again, unmeasured, to record allocation sites
   */
  void measure(Iteration iteration, Operation operation, boolean profiled)
      throws IOException, InterruptedException {
    Pace pace = iteration.mode() == Mode.PEAK ? Pace.peak() : Pace.paced(rate(iteration.load()));
    AtomicInteger times = new AtomicInteger();
    measure(
        iteration,
        folder -> run(operation, iteration, -times.getAndIncrement(), pace, plan.sample(), folder),
        profiled);
  }

  /** Returns the fixed rate of a load, the same for all, from its first sample at full speed. */
  double rate(String load) throws IOException {
    for (Sample sample : data.samples()) {
      boolean same = sample.key().study().equals(study) && sample.key().load().equals(load);
      if (same && sample.key().mode() == Mode.PEAK) {
        return PACED_SHARE * sample.operations() / sample.seconds();
      }
    }
    throw new IllegalStateException(load + " of " + study + " was not measured at full speed.");
  }

  /**
   * Loads the server.
   *
   * @param run number of the run: positive for warm-ups before the iteration, 0 for the iteration,
   *     negative for runs after it. Each run reads other rows; otherwise it would hit the blocks
   *     that the last one inserted.
   */
  private Result run(
      Operation operation, Iteration like, int run, Pace pace, Duration duration, Path folder)
      throws IOException, InterruptedException {
    try {
      LoadGenerator generator = new LoadGenerator(like.threads(), seed(like, run), IN_CACHE_EVERY);
      long begin = System.nanoTime();
      LoadResult result = generator.run(operation, pace, Duration.ZERO, duration, folder);
      warmUp.add(duration);
      return new Result(result, (System.nanoTime() - begin) / 1e9);
    } catch (BenchException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The same for every configuration and collector. */
  private long seed(Iteration like, int run) {
    return Objects.hash(trial.round(), like.load(), like.threads(), like.mode().name(), run);
  }

  /**
   * Measures an iteration and writes it to the raw data.
   *
   * @param profiled whether to run it again, unmeasured, to record allocation sites
   */
  void measure(Iteration iteration, LoadRun load, boolean profiled)
      throws IOException, InterruptedException {
    Path folder = data.folderOf(trial.key(study, iteration));
    // Left by an interrupted run.
    Folder.delete(folder);
    Files.createDirectories(folder);
    Result result;
    ServerCounters during;
    GcSummary gc;
    try (ServerRecording recording = ServerRecording.ofCollections(probe.beans())) {
      ServerCounters before = probe.read();
      result = load.run(folder);
      during = probe.read().since(before);
      gc = collections(recording, folder.resolve(COLLECTIONS), result);
    }
    LoadResult client = result.client();
    data.write(
        new Sample(
            trial.key(study, iteration),
            client.beginMillis(),
            client.seconds(),
            client.rows(),
            client.operations(),
            measures(result, during, gc),
            client.throughput(),
            gc,
            profiled ? allocations(load, folder.resolve(ALLOCATIONS)) : List.of()));
  }

  /** Waits for the end of the last collection, which may be after the load. */
  private static GcSummary collections(ServerRecording recording, Path file, Result result)
      throws IOException, InterruptedException {
    recording.copyTo(file);
    for (int copies = 1;
        copies < MAX_COPIES && !GcEvents.read(file).areWholeUntil(result.endMillis());
        copies++) {
      Thread.sleep(MILLIS_BETWEEN_COPIES);
      recording.copyTo(file);
    }
    return GcEvents.read(file).between(result.client().beginMillis(), result.endMillis());
  }

  private List<AllocationSite> allocations(LoadRun load, Path file)
      throws IOException, InterruptedException {
    Path unmeasured = Files.createTempDirectory("profiled");
    try (ServerRecording recording = ServerRecording.ofAllocations(probe.beans())) {
      load.run(unmeasured);
      recording.copyTo(file);
    } finally {
      Folder.delete(unmeasured);
    }
    return AllocationSites.of(file, SITES);
  }

  private static Map<Measure, Double> measures(Result result, ServerCounters server, GcSummary gc) {
    Map<Measure, Double> all = new EnumMap<>(result.client().measures());
    double measured = result.client().seconds();
    double seconds = result.handledSeconds();
    double rows = result.client().handledRows();
    all.put(Measure.SERVER_CPU_PER_ROW, server.cpuNanos() / 1e3 / rows);
    all.put(Measure.SERVER_CPU, server.cpuNanos() / 1e9 / seconds);
    all.put(Measure.CLIENT_CPU, server.clientCpuNanos() / 1e9 / seconds);
    all.put(Measure.GC_TIME, gc.pausedMillis() / measured);
    all.put(Measure.GC_PAUSES, gc.pauses() / measured);
    all.put(Measure.GC_LONGEST, gc.longestMillis());
    all.put(Measure.LIVE_SET, gc.liveMegabytes());
    all.put(Measure.ALLOCATION_RATE, server.allocatedBytes() / MEGA / seconds);
    all.put(Measure.ALLOCATED_PER_ROW, server.allocatedBytes() / rows);
    all.put(Measure.HIT_RATIO, 100 * server.hitRatio());
    all.put(Measure.EVICTIONS, server.evictions() / seconds);
    all.put(Measure.CACHED, server.cachedBytes() / MEGA);
    all.put(Measure.FILE_READS, server.fileBytes() / MEGA / seconds);
    all.put(Measure.DISK_READS, server.diskBytes() / MEGA / seconds);
    all.values().removeIf(value -> !Double.isFinite(value));
    return all;
  }

  @Override
  public void close() {
    probe.close();
  }
}
