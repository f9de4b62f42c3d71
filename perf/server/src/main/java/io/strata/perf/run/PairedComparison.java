package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.common.Folder;
import io.strata.perf.common.Progress;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import io.strata.perf.load.SliceLoad;
import io.strata.perf.pair.PairedOrder;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.PairedSlice;
import io.strata.perf.pair.SlicePair;
import io.strata.perf.run.PairedPlan.LoadStep;
import io.strata.perf.run.PairedPlan.Match;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Compares two RegionServers that run at the same time and are warm. The load alternates between
 * them in short slices, by pairs in balanced random order; one server is idle while the other is
 * loaded. A slowdown of the machine that lasts longer than a pair affects both. Not thread-safe.
 */
public final class PairedComparison {
  private static final List<String> NAMES = List.of("first", "second");
  private static final int MAX_WARM_UPS = 10;

  /** Minimum number of warm-up slices. */
  private static final int WARM_UPS = 5;

  private final PairedPlan plan;
  private final Progress progress;
  private final int steps;
  private int step;

  /** Receives measured loads. */
  @FunctionalInterface
  public interface Sink {
    /** Receives all pairs of a load. */
    void take(Match match, PairedRun run) throws IOException;
  }

  /**
   * Prepares a comparison.
   *
   * @param console receives the progress
   */
  public PairedComparison(PairedPlan plan, PrintStream console) {
    this.plan = plan;
    this.progress = new Progress(console);
    this.steps = plan.matches().stream().mapToInt(match -> match.steps().size()).sum();
  }

  /**
   * Measures all loads of all matches.
   *
   * @param folder for the servers' data and logs
   * @param kept for memory that outlives its process, on tmpfs
   * @param measured receives each load when it is measured
   */
  public void run(Path folder, Path kept, Sink measured) throws IOException, InterruptedException {
    Map<PairedTable, DataTable> rows =
        progress.phase("Generating the rows", () -> rows(plan, folder));
    List<RegionServerSetup> setups = setups(0, folder, kept);
    try (PairedServers servers =
        progress.phase(
            "Starting ZooKeeper, master and three RegionServers",
            () -> PairedServers.start(folder, setups.get(0), setups.get(1)))) {
      Tables tables = new Tables(servers, rows);
      for (int i = 0; i < plan.matches().size(); i++) {
        Match match = plan.matches().get(i);
        if (i > 0) {
          restart(servers, i, folder, kept);
        }
        progress.phase(
            "Creating the tables",
            () -> {
              tables.make();
              return tables;
            });
        measure(measured, servers, tables, match);
      }
    }
  }

  private static Map<PairedTable, DataTable> rows(PairedPlan plan, Path folder) throws IOException {
    Map<PairedTable, DataTable> rows = new HashMap<>();
    for (PairedTable each : plan.tables()) {
      rows.put(each, each.make(plan.memory(), folder).named("rows" + rows.size()));
    }
    return rows;
  }

  /** Returns the settings of both servers of a match, each with an empty folder for its cache. */
  private List<RegionServerSetup> setups(int match, Path folder, Path kept) throws IOException {
    Match its = plan.matches().get(match);
    List<RegionServerSetup> setups = new ArrayList<>();
    for (PairedPlan.Side side : List.of(its.first(), its.second())) {
      Path parent = side.configuration() == Configuration.STRATA_KEPT ? kept : folder;
      Path files = parent.resolve("cache-files").resolve(match + "-" + setups.size());
      setups.add(side.setup(plan.memory(), Files.createDirectories(files)));
    }
    return setups;
  }

  private void restart(PairedServers servers, int match, Path folder, Path kept)
      throws IOException, InterruptedException {
    List<RegionServerSetup> setups = setups(match, folder, kept);
    Match its = plan.matches().get(match);
    progress.phase(
        (its.control() ? "Control: restarting" : "Restarting") + " both RegionServers",
        () -> {
          servers.restart(setups.get(0), setups.get(1));
          for (int i = 0; i < NAMES.size(); i++) {
            String last = "cache-files/" + (match - 1) + "-" + i;
            for (Path parent : Set.of(folder, kept)) {
              if (Files.exists(parent.resolve(last))) {
                Folder.delete(parent.resolve(last));
              }
            }
          }
          return servers;
        });
  }

  private void measure(Sink measured, PairedServers servers, Tables tables, Match match)
      throws IOException, InterruptedException {
    try (PairedSide first = side(servers, 0, match.first());
        PairedSide second = side(servers, 1, match.second())) {
      LoadStep last = null;
      for (LoadStep each : match.steps()) {
        step++;
        String title =
            "%d of %d, %s%s and %s, %s"
                .formatted(
                    step,
                    steps,
                    match.control() ? "control, " : "",
                    match.first().title(),
                    match.second().title(),
                    each.name());
        // A scan beside the last load has displaced the table.
        if (last == null || !last.table().equals(each.table()) || last.scanned() != null) {
          progress.phase(
              title + ": filling both caches",
              () -> {
                first.fill(tables.of(0, each.table()), each.table().fits());
                second.fill(tables.of(1, each.table()), each.table().fits());
                return first;
              });
        }
        measured.take(match, measure(title, each, match, first, second, tables));
        last = each;
      }
    }
  }

  private static PairedSide side(PairedServers servers, int index, PairedPlan.Side side)
      throws IOException {
    return new PairedSide(
        servers.connect(),
        servers.process(PairedServers.MEASURED.get(index)),
        side.configuration());
  }

  @SuppressWarnings("try") // The operating system's cache is held, not used.
  private PairedRun measure(
      String title, LoadStep its, Match match, PairedSide first, PairedSide second, Tables tables)
      throws IOException, InterruptedException {
    Draw draw = tables.draw(its);
    tables.noteWritten(its);
    try (OsCache firstFiles = tables.osCache(0, its);
        OsCache secondFiles = tables.osCache(1, its);
        SliceLoad toFirst = open(first, 0, its, tables, draw);
        SliceLoad toSecond = open(second, 1, its, tables, draw)) {
      progress.phase(
          title + ": warm-up",
          () -> {
            warmUp(its, first, toFirst, second, toSecond);
            return first;
          });
      return progress.phase(
          title + ": " + its.pairs() + " pairs",
          () ->
              new PairedRun(
                  its.name(), match.control(), pairs(its, first, toFirst, second, toSecond)));
    }
  }

  private SliceLoad open(PairedSide side, int index, LoadStep its, Tables tables, Draw draw)
      throws IOException {
    return side.open(
        plan.threads(),
        its,
        tables.of(index, its.table()),
        draw,
        its.scanned() == null ? null : tables.of(index, its.scanned()));
  }

  private List<SlicePair> pairs(
      LoadStep its, PairedSide first, SliceLoad toFirst, PairedSide second, SliceLoad toSecond)
      throws IOException, InterruptedException {
    List<SlicePair> measured = new ArrayList<>();
    for (boolean firstBegins : PairedOrder.of(its.pairs(), plan.seed())) {
      long seed = seed(its, measured.size());
      PairedSlice early = firstBegins ? slice(first, toFirst, seed) : slice(second, toSecond, seed);
      PairedSlice late = firstBegins ? slice(second, toSecond, seed) : slice(first, toFirst, seed);
      measured.add(
          new SlicePair(firstBegins, firstBegins ? early : late, firstBegins ? late : early));
    }
    return measured;
  }

  private PairedSlice slice(PairedSide side, SliceLoad load, long seed)
      throws IOException, InterruptedException {
    return side.slice(load, seed, plan.slice());
  }

  /** Loads both alternately until both are warm. */
  private void warmUp(
      LoadStep its, PairedSide first, SliceLoad toFirst, PairedSide second, SliceLoad toSecond)
      throws IOException, InterruptedException {
    Duration length = plan.warmUp().dividedBy(WARM_UPS);
    WarmUp ofFirst = new WarmUp(plan.warmUp());
    WarmUp ofSecond = new WarmUp(plan.warmUp());
    boolean done = false;
    for (int i = 1; i <= WARM_UPS + MAX_WARM_UPS && !done; i++) {
      // The measured slices read other rows.
      long seed = seed(its, -i);
      boolean firstDone = isWarm(ofFirst, length, first.slice(toFirst, seed, length));
      boolean secondDone = isWarm(ofSecond, length, second.slice(toSecond, seed, length));
      done = firstDone && secondDone;
    }
  }

  private static boolean isWarm(WarmUp warmUp, Duration length, PairedSlice slice) {
    warmUp.add(length);
    return warmUp.isDone(slice.hitRatio(), slice.rowsPerSecond());
  }

  /** Returns a seed, which is the same for both slices of a pair and for all configurations. */
  private long seed(LoadStep its, int number) {
    return Objects.hash(plan.seed(), its.name(), number);
  }

  /** The tables of both servers. */
  private static final class Tables {
    private final PairedServers servers;
    private final Map<PairedTable, DataTable> rows;
    private final Set<PairedTable> written = new HashSet<>();
    private @Nullable LoadStep drawn;
    private Draw draw = Draw.uniform();

    Tables(PairedServers servers, Map<PairedTable, DataTable> rows) {
      this.servers = servers;
      this.rows = rows;
    }

    DataTable of(int index, PairedTable table) {
      DataTable its = Objects.requireNonNull(rows.get(table));
      return its.named(its.name() + "-" + NAMES.get(index));
    }

    /**
     * Creates all tables, and again those that were written to, and moves them to their servers.
     */
    void make() throws IOException, InterruptedException {
      for (PairedTable each : written) {
        servers.drop(of(0, each));
        servers.drop(of(1, each));
      }
      written.clear();
      for (PairedTable each : rows.keySet()) {
        servers.make(of(0, each));
        servers.make(of(1, each));
      }
      servers.assign(List.of(names(0), names(1)));
    }

    private Set<TableName> names(int index) {
      return rows.keySet().stream().map(each -> of(index, each).name()).collect(Collectors.toSet());
    }

    void noteWritten(LoadStep its) {
      if (its.load().writes()) {
        written.add(its.table());
      }
    }

    /** Returns the distribution of a load, which is kept, since a large one takes memory. */
    Draw draw(LoadStep its) {
      if (drawn == null || !drawn.table().equals(its.table()) || drawn.keys() != its.keys()) {
        draw = its.keys().draw(of(0, its.table()));
        drawn = its;
      }
      return draw;
    }

    /** Keeps a table's files in the page cache, or out of it. */
    OsCache osCache(int index, LoadStep its) throws IOException, InterruptedException {
      Path folder = servers.folder(of(index, its.table()));
      return its.disk() ? OsCache.withholding(folder) : OsCache.holding(folder);
    }
  }
}
