package io.strata.perf.run;

import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Operation;
import io.strata.perf.load.Reads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Gets of cells of zipfian size under several loadings: HBASE-11323's comparison. Each loading is
 * measured at full speed and at a fixed rate.
 */
final class LoadingsStudy implements Study {
  private static final String TABLE = "cells";
  private static final int REGIONS = 8;
  private static final int THREADS = 25;
  private static final Duration START = Duration.ofSeconds(8);

  private final RunFacts.Study facts;
  private final List<Deploy> deploys;
  private final List<Collector> collectors;
  private final List<Loading> loadings;
  private final boolean profiled;
  private final Memory memory;
  private @Nullable DataTable data;

  private LoadingsStudy(
      RunFacts.Study facts,
      List<Deploy> deploys,
      List<Collector> collectors,
      List<Loading> loadings,
      boolean profiled,
      Memory memory) {
    this.facts = facts;
    this.deploys = deploys;
    this.collectors = collectors;
    this.loadings = loadings;
    this.profiled = profiled;
    this.memory = memory;
  }

  /** All loadings on all deploys. */
  static LoadingsStudy ofLoadings(Memory memory) {
    List<Loading> loadings = List.of(Loading.values());
    RunFacts.Study facts =
        new RunFacts.Study(
            "loadings",
            "From all hits to mostly misses",
            THREADS
                + " clients get single cells of zipfian size, 1 byte to 256 KB, all equally likely.",
            facts(loadings));
    return new LoadingsStudy(
        facts, List.of(Deploy.values()), List.of(Collector.G1), loadings, false, memory);
  }

  /** What the garbage collectors make of the deploys in memory, with and without churn. */
  static LoadingsStudy ofCollectors(Memory memory) {
    List<Loading> loadings = List.of(Loading.ALL_HITS, Loading.MANY_MISSES);
    RunFacts.Study facts =
        new RunFacts.Study(
            "gc",
            "Garbage collection",
            "The same gets under each garbage collector, and what allocates how much.",
            facts(loadings));
    return new LoadingsStudy(
        facts, Deploy.IN_MEMORY, List.of(Collector.values()), loadings, true, memory);
  }

  private static List<RunFacts.Load> facts(List<Loading> loadings) {
    return loadings.stream().map(Loading::facts).toList();
  }

  @Override
  public String id() {
    return facts.name();
  }

  @Override
  public RunFacts.Study facts() {
    return facts;
  }

  @Override
  public List<Deploy> deploys(List<Deploy> chosen) {
    return chosen.stream().filter(deploys::contains).toList();
  }

  @Override
  public List<Collector> collectors() {
    return collectors;
  }

  @Override
  public List<Stretch> stretches() {
    return loadings.stream()
        .flatMap(loading -> Stream.of(stretch(loading, Mode.PEAK), stretch(loading, Mode.PACED)))
        .toList();
  }

  private static Stretch stretch(Loading loading, Mode mode) {
    return new Stretch(loading.id(), THREADS, mode);
  }

  @Override
  public int warmUps() {
    return Client.USUAL_WARM_UPS * loadings.size();
  }

  @Override
  public int profiles() {
    return profiled ? loadings.size() : 0;
  }

  @Override
  public String table() {
    return TABLE;
  }

  @Override
  public long tableBytes() {
    return Loading.tableBytes(memory);
  }

  @Override
  public Duration overhead() {
    return START.plus(Estimate.loading(Loading.ALL_HITS.bytes(memory)));
  }

  /** Made when it is needed: a plan must touch nothing of HBase, which would begin to log. */
  private DataTable data() {
    if (data == null) {
      data = DataTable.zipfian(TABLE, tableBytes(), REGIONS);
    }
    return data;
  }

  @Override
  public void prepare(Server server) throws IOException {
    Tables.make(data(), server);
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException {
    try (Connection connection =
        ConnectionFactory.createConnection(session.server().configuration())) {
      for (Loading loading : missing(session)) {
        measure(session, connection, loading);
      }
    }
  }

  private List<Loading> missing(Session session) {
    List<Loading> missing = new ArrayList<>(loadings);
    missing.removeIf(
        loading ->
            !session.lacks(stretch(loading, Mode.PEAK))
                && !session.lacks(stretch(loading, Mode.PACED)));
    return missing;
  }

  private void measure(Session session, Connection connection, Loading loading)
      throws IOException, InterruptedException {
    long rows = data().rowsFor(loading.bytes(memory));
    if (loading == Loading.ALL_HITS) {
      Tables.fill(data(), connection, rows);
    }
    Operation get = new Reads(connection, data(), 0, rows).get();
    OsCache cache =
        loading.withoutOsCache()
            ? OsCache.withholding(session.server().dataFolder())
            : OsCache.asIs();
    try (cache) {
      measure(session, loading, get);
    }
  }

  private void measure(Session session, Loading loading, Operation get)
      throws IOException, InterruptedException {
    Client client = new Client(session);
    Stretch peak = stretch(loading, Mode.PEAK);
    client.warmUp(get, peak);
    if (session.lacks(peak)) {
      session.sampler().measure(peak, client.peak(get, peak), profiled);
    }
    Stretch paced = stretch(loading, Mode.PACED);
    if (session.lacks(paced)) {
      session.sampler().measure(paced, client.paced(get, paced), false);
    }
  }
}
