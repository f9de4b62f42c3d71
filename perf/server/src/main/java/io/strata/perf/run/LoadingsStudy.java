package io.strata.perf.run;

import io.strata.perf.common.load.Operation;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Reads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;

/**
 * HBASE-11323's comparison: gets of cells of zipfian size, with working sets of several sizes. Each
 * is measured at full speed and at a fixed rate.
 */
final class LoadingsStudy implements Study {
  private static final String LOADINGS = "loadings";

  /** Without and with evictions. */
  private static final List<WorkingSet> PROFILED =
      List.of(WorkingSet.ALL_HITS, WorkingSet.MANY_MISSES);

  private static final List<Mode> MODES = List.of(Mode.PEAK, Mode.PACED);
  private static final int REGIONS = 8;
  private static final int THREADS = 25;

  private final RunFacts.StudyFacts facts;
  private final List<Configuration> configurations;
  private final List<Collector> collectors;
  private final List<WorkingSet> loadings;
  private final boolean profiled;
  private final boolean afterLoadings;
  private final Memory memory;
  private final Map<String, DataTable> data = new HashMap<>();

  private LoadingsStudy(
      RunFacts.StudyFacts facts,
      List<Configuration> configurations,
      List<Collector> collectors,
      List<WorkingSet> loadings,
      boolean profiled,
      boolean afterLoadings,
      Memory memory) {
    this.facts = facts;
    this.configurations = configurations;
    this.collectors = collectors;
    this.loadings = loadings;
    this.profiled = profiled;
    this.afterLoadings = afterLoadings;
    this.memory = memory;
  }

  /**
   * Returns the study of all working sets on all configurations.
   *
   * @param beforeCollectors whether the study of collectors follows, which reuses its samples
   */
  static LoadingsStudy ofLoadings(Memory memory, boolean beforeCollectors) {
    List<WorkingSet> loadings = List.of(WorkingSet.values());
    RunFacts.StudyFacts facts =
        new RunFacts.StudyFacts(
            LOADINGS,
            "From all hits to mostly misses",
            THREADS
                + " clients get single cells of zipfian size, 1 byte to 256 KB, all equally likely.",
            facts(loadings));
    return new LoadingsStudy(
        facts,
        List.of(Configuration.values()),
        List.of(Collector.G1),
        loadings,
        beforeCollectors,
        false,
        memory);
  }

  /**
   * Returns the study of the garbage collectors on the configurations in memory, with and without
   * evictions.
   *
   * @param afterLoadings whether the study of loadings precedes it
   */
  static LoadingsStudy ofCollectors(Memory memory, boolean afterLoadings) {
    RunFacts.StudyFacts facts =
        new RunFacts.StudyFacts(
            "gc",
            "Garbage collection",
            "The same gets under each garbage collector, and what allocates how much."
                + (afterLoadings ? " Under G1 these are the samples of the loadings above." : ""),
            facts(PROFILED));
    return new LoadingsStudy(
        facts,
        Configuration.IN_MEMORY,
        List.of(Collector.values()),
        PROFILED,
        true,
        afterLoadings,
        memory);
  }

  private static List<RunFacts.LoadFacts> facts(List<WorkingSet> loadings) {
    return loadings.stream().map(WorkingSet::facts).toList();
  }

  @Override
  public String id() {
    return facts.name();
  }

  @Override
  public RunFacts.StudyFacts facts() {
    return facts;
  }

  @Override
  public List<Configuration> configurations(List<Configuration> chosen) {
    return chosen.stream().filter(configurations::contains).toList();
  }

  @Override
  public List<Collector> collectors() {
    return collectors;
  }

  @Override
  public List<Iteration> iterations() {
    return loadings.stream()
        .flatMap(loading -> MODES.stream().map(mode -> iteration(loading, mode)))
        .toList();
  }

  private static Iteration iteration(WorkingSet loading, Mode mode) {
    return new Iteration(loading.id(), THREADS, mode);
  }

  @Override
  public int warmUps() {
    return Measurement.USUAL_WARM_UPS * loadings.size();
  }

  @Override
  public int profiles() {
    return profiled ? PROFILED.size() : 0;
  }

  @Override
  public boolean takesOver(Trial trial) {
    return afterLoadings && trial.collector() == Collector.G1;
  }

  @Override
  public Map<String, Long> tables() {
    Map<String, Long> tables = new LinkedHashMap<>();
    loadings.forEach(loading -> tables.put(loading.table(), loading.tableBytes(memory)));
    return tables;
  }

  @Override
  public long osCacheBytes() {
    return WorkingSet.MANY_MISSES.bytes(memory);
  }

  @Override
  public Duration overhead() {
    return Study.loading(WorkingSet.ALL_HITS.bytes(memory));
  }

  /** Created only when needed: a plan must not use classes of HBase, which would begin to log. */
  private DataTable data(WorkingSet loading) {
    return data.computeIfAbsent(
        loading.table(), name -> DataTable.zipfian(name, loading.tableBytes(memory), REGIONS));
  }

  @Override
  public void prepare(Server server) throws IOException {
    for (WorkingSet loading : loadings) {
      server.make(data(loading));
    }
  }

  @Override
  public void measure(Measurement measurement) throws IOException, InterruptedException {
    if (takesOver(measurement.trial())) {
      for (Iteration iteration : iterations()) {
        if (measurement.lacks(iteration)) {
          measurement.takeOver(LOADINGS, iteration);
        }
      }
      return;
    }
    try (Connection connection = measurement.server().connect()) {
      for (WorkingSet loading : loadings) {
        if (MODES.stream().anyMatch(mode -> measurement.lacks(iteration(loading, mode)))) {
          measure(measurement, connection, loading);
        }
      }
    }
  }

  private void measure(Measurement measurement, Connection connection, WorkingSet loading)
      throws IOException, InterruptedException {
    DataTable table = data(loading);
    long rows = table.rowsFor(loading.bytes(memory));
    if (loading == WorkingSet.ALL_HITS) {
      Server.fill(table, connection, rows);
    }
    Operation get = new Reads(connection, table, 0, rows).get();
    Path folder = measurement.server().tableFolder(table.name());
    OsCache cache =
        loading.withoutOsCache() ? OsCache.withholding(folder) : OsCache.holding(folder);
    try (cache) {
      measurement.warmUp(get, iteration(loading, Mode.PEAK));
      for (Mode mode : MODES) {
        Iteration iteration = iteration(loading, mode);
        if (measurement.lacks(iteration)) {
          boolean isProfiled =
              profiled
                  && mode == Mode.PEAK
                  && PROFILED.contains(loading)
                  && Configuration.IN_MEMORY.contains(measurement.trial().configuration());
          measurement.measure(iteration, get, isProfiled);
        }
      }
    }
  }
}
