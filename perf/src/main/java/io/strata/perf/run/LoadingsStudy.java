package io.strata.perf.run;

import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Operation;
import io.strata.perf.load.Reads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Gets of cells of zipfian size under several loadings: HBASE-11323's comparison. Each loading is
 * measured at full speed and at a fixed rate.
 */
final class LoadingsStudy implements Study {
  private static final String LOADINGS = "loadings";

  /** Without and with churn. */
  private static final List<Loading> PROFILED = List.of(Loading.ALL_HITS, Loading.MANY_MISSES);

  private static final int REGIONS = 8;
  private static final int THREADS = 25;

  private final RunFacts.Study facts;
  private final List<Deploy> deploys;
  private final List<Collector> collectors;
  private final List<Loading> loadings;
  private final boolean profiled;
  private final boolean afterLoadings;
  private final Memory memory;
  private final Map<String, DataTable> data = new HashMap<>();

  private LoadingsStudy(
      RunFacts.Study facts,
      List<Deploy> deploys,
      List<Collector> collectors,
      List<Loading> loadings,
      boolean profiled,
      boolean afterLoadings,
      Memory memory) {
    this.facts = facts;
    this.deploys = deploys;
    this.collectors = collectors;
    this.loadings = loadings;
    this.profiled = profiled;
    this.afterLoadings = afterLoadings;
    this.memory = memory;
  }

  /**
   * All loadings on all deploys.
   *
   * @param beforeCollectors whether the study of collectors follows, which takes over what it shows
   */
  static LoadingsStudy ofLoadings(Memory memory, boolean beforeCollectors) {
    List<Loading> loadings = List.of(Loading.values());
    RunFacts.Study facts =
        new RunFacts.Study(
            LOADINGS,
            "From all hits to mostly misses",
            THREADS
                + " clients get single cells of zipfian size, 1 byte to 256 KB, all equally likely.",
            facts(loadings));
    return new LoadingsStudy(
        facts,
        List.of(Deploy.values()),
        List.of(Collector.G1),
        loadings,
        beforeCollectors,
        false,
        memory);
  }

  /**
   * What the garbage collectors make of the deploys in memory, with and without churn.
   *
   * @param afterLoadings whether the study of loadings comes before
   */
  static LoadingsStudy ofCollectors(Memory memory, boolean afterLoadings) {
    RunFacts.Study facts =
        new RunFacts.Study(
            "gc",
            "Garbage collection",
            "The same gets under each garbage collector, and what allocates how much."
                + (afterLoadings ? " Under G1 these are the samples of the loadings above." : ""),
            facts(PROFILED));
    return new LoadingsStudy(
        facts,
        Deploy.IN_MEMORY,
        List.of(Collector.values()),
        PROFILED,
        true,
        afterLoadings,
        memory);
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
    return profiled ? PROFILED.size() : 0;
  }

  @Override
  public boolean takesOver(Life life) {
    return afterLoadings && life.collector() == Collector.G1;
  }

  @Override
  public Map<String, Long> tables() {
    Map<String, Long> tables = new LinkedHashMap<>();
    loadings.forEach(loading -> tables.put(loading.table(), loading.tableBytes(memory)));
    return tables;
  }

  @Override
  public Duration overhead() {
    return Estimate.loading(Loading.ALL_HITS.bytes(memory));
  }

  /** Made when it is needed: a plan must touch nothing of HBase, which would begin to log. */
  private DataTable data(Loading loading) {
    return data.computeIfAbsent(
        loading.table(), name -> DataTable.zipfian(name, loading.tableBytes(memory), REGIONS));
  }

  @Override
  public void prepare(Server server) throws IOException {
    for (Loading loading : loadings) {
      Tables.make(data(loading), server);
    }
  }

  @Override
  public void measure(Session session) throws IOException, InterruptedException {
    if (takesOver(session.life())) {
      takeOver(session);
      return;
    }
    try (Connection connection =
        ConnectionFactory.createConnection(session.server().configuration())) {
      for (Loading loading : missing(session)) {
        measure(session, connection, loading);
      }
    }
  }

  private static void takeOver(Session session) throws IOException {
    Life life = session.life();
    for (Stretch stretch : session.missing()) {
      session.data().copy(life.key(LOADINGS, stretch), life.key(session.study(), stretch));
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
    DataTable table = data(loading);
    long rows = table.rowsFor(loading.bytes(memory));
    if (loading == Loading.ALL_HITS) {
      Tables.fill(table, connection, rows);
    }
    Operation get = new Reads(connection, table, 0, rows).get();
    Path folder = session.server().tableFolder(table.name());
    OsCache cache =
        loading.withoutOsCache() ? OsCache.withholding(folder) : OsCache.holding(folder);
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
      boolean isProfiled =
          profiled
              && PROFILED.contains(loading)
              && Deploy.IN_MEMORY.contains(session.life().deploy());
      session.sampler().measure(peak, client.peak(get, peak), isProfiled);
    }
    Stretch paced = stretch(loading, Mode.PACED);
    if (session.lacks(paced)) {
      session.sampler().measure(paced, client.paced(get, paced), false);
    }
  }
}
