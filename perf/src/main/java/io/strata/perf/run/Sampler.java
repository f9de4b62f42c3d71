package io.strata.perf.run;

import io.strata.perf.data.AllocationSite;
import io.strata.perf.data.GcSummary;
import io.strata.perf.data.Measure;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Sample;
import io.strata.perf.gc.AllocationSites;
import io.strata.perf.gc.GcEvents;
import io.strata.perf.gc.ServerRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Makes samples of one study in one life of a server: load on the one side, the server's counters
 * on the other.
 */
final class Sampler implements AutoCloseable {
  private static final String RECORDING = "allocation.jfr";
  private static final String COLLECTIONS = "gc.jfr";
  private static final int SITES = 15;

  /** So often the server is asked whether the last collection has ended. */
  private static final int MAX_COPIES = 50;

  private static final int MILLIS_BETWEEN_COPIES = 200;
  private static final double MEGA = 1e6;

  private final RawData data;
  private final String study;
  private final Life life;
  private final ServerProbe probe;

  Sampler(RawData data, String study, Life life, Server server) throws IOException {
    this.data = data;
    this.study = study;
    this.life = life;
    this.probe = new ServerProbe(server.regionServer(), life.deploy().hitCounters());
  }

  /** Something that loads the server and leaves its raw files in a folder. */
  @FunctionalInterface
  interface Load {
    Outcome run(Path folder) throws IOException, InterruptedException;
  }

  /** The server's counters now. */
  ServerCounters counters() throws IOException {
    return probe.read();
  }

  /**
   * Measures a stretch and writes it to the raw data.
   *
   * @param profiled whether to run it once more, not measured, to record what is allocated where
   */
  Sample measure(Stretch stretch, Load load, boolean profiled)
      throws IOException, InterruptedException {
    Path folder = folder(stretch);
    Outcome outcome;
    ServerCounters during;
    GcSummary gc;
    try (ServerRecording recording = ServerRecording.ofCollections(probe.beans())) {
      ServerCounters before = probe.read();
      outcome = load.run(folder);
      during = probe.read().since(before);
      gc = collections(recording, folder.resolve(COLLECTIONS), outcome);
    }
    List<AllocationSite> allocation =
        profiled ? profile(load, folder.resolve(RECORDING)) : List.of();
    return write(stretch, outcome, during, gc, allocation);
  }

  /** A collection names its cause when it ends, which may be after the load. */
  private static GcSummary collections(ServerRecording recording, Path file, Outcome outcome)
      throws IOException, InterruptedException {
    long begin = outcome.beginMillis();
    long end = begin + Math.round(outcome.seconds() * 1_000);
    recording.copyTo(file);
    for (int copies = 1;
        copies < MAX_COPIES && !GcEvents.read(file).areWhole(begin, end);
        copies++) {
      Thread.sleep(MILLIS_BETWEEN_COPIES);
      recording.copyTo(file);
    }
    return GcEvents.read(file).between(begin, end);
  }

  private List<AllocationSite> profile(Load load, Path file)
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

  private Path folder(Stretch stretch) throws IOException {
    Path folder = data.folderOf(life.key(study, stretch));
    // What a run that was broken off has left there.
    Folder.delete(folder);
    return Files.createDirectories(folder);
  }

  private Sample write(
      Stretch stretch,
      Outcome outcome,
      ServerCounters during,
      GcSummary gc,
      List<AllocationSite> allocation)
      throws IOException {
    Sample sample =
        new Sample(
            life.key(study, stretch),
            outcome.beginMillis(),
            outcome.seconds(),
            outcome.rows(),
            outcome.operations(),
            measures(outcome, during, gc),
            outcome.throughput(),
            gc,
            allocation);
    data.write(sample);
    return sample;
  }

  private static Map<Measure, Double> measures(
      Outcome outcome, ServerCounters server, GcSummary gc) {
    Map<Measure, Double> all = new EnumMap<>(outcome.measures());
    double seconds = outcome.handled().seconds();
    double rows = outcome.handled().rows();
    all.put(Measure.SERVER_CPU_PER_ROW, server.cpuNanos() / 1e3 / rows);
    all.put(Measure.SERVER_CPU, server.cpuNanos() / 1e9 / seconds);
    all.put(Measure.CLIENT_CPU, server.clientCpuNanos() / 1e9 / seconds);
    all.put(Measure.GC_TIME, gc.pausedMillis() / outcome.seconds());
    all.put(Measure.GC_PAUSES, gc.pauses() / outcome.seconds());
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
