package io.strata.perf.run;

import io.strata.perf.common.Progress;
import io.strata.perf.load.DataTable;
import io.strata.perf.load.Draw;
import io.strata.perf.load.SliceLoad;
import io.strata.perf.pair.PairedOrder;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.PairedSlice;
import io.strata.perf.pair.SlicePair;
import io.strata.perf.run.PairedPlan.Side;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * Two RegionServers, alive at once and warm, are loaded alternately, in short slices, by pairs in
 * balanced random order; one is idle while the other is loaded. What slows the machine down for
 * longer than a pair slows both. Not thread-safe.
 */
public final class PairedComparison {
  private static final int MAX_WARM_UPS = 10;

  /** Stretches of a load that a warm-up has at least. */
  private static final int WARM_UPS = 5;

  private final PairedPlan plan;
  private final Progress progress;

  /** Takes what was measured. */
  @FunctionalInterface
  public interface Sink {
    /** Takes all pairs of a load. */
    void take(PairedRun run) throws IOException;
  }

  /**
   * Prepares it.
   *
   * @param console is told the progress
   */
  public PairedComparison(PairedPlan plan, PrintStream console) {
    this.plan = plan;
    this.progress = new Progress(console);
  }

  /**
   * Measures all loads, then those of the control.
   *
   * @param folder for the servers' data and logs
   * @param measured is given each load when it is measured
   */
  public void run(Path folder, Sink measured) throws IOException, InterruptedException {
    DataTable rows =
        progress.phase("Making the rows", () -> plan.table().make(plan.memory(), folder));
    List<DataTable> tables = List.of(rows.named("first"), rows.named("second"));
    List<Set<TableName>> names = tables.stream().map(DataTable::name).map(Set::of).toList();
    Draw draw = plan.table().draw(rows);
    List<Path> files =
        List.of(
            Files.createDirectories(folder.resolve("cache-files/first")),
            Files.createDirectories(folder.resolve("cache-files/second")));
    try (PairedServers servers =
        progress.phase(
            "Starting ZooKeeper, master and three RegionServers",
            () ->
                PairedServers.start(
                    folder,
                    plan.first().setup(plan.memory(), files.get(0)),
                    plan.second().setup(plan.memory(), files.get(1))))) {
      progress.phase(
          "Making the tables",
          () -> {
            for (DataTable table : tables) {
              servers.make(table);
            }
            servers.place(names);
            return tables;
          });
      measure(measured, servers, tables, draw, false);
      if (plan.controlPairs() > 0) {
        progress.phase(
            "Control: starting both RegionServers anew, with the first configuration",
            () -> {
              servers.begin(
                  plan.first().setup(plan.memory(), files.get(0)),
                  plan.first().setup(plan.memory(), files.get(1)));
              servers.place(names);
              return tables;
            });
        measure(measured, servers, tables, draw, true);
      }
    }
  }

  @SuppressWarnings("try") // The operating system's cache is held, not used.
  private void measure(
      Sink measured, PairedServers servers, List<DataTable> tables, Draw draw, boolean control)
      throws IOException, InterruptedException {
    Side other = control ? plan.first() : plan.second();
    try (OsCache firstFiles = plan.table().osCache(servers.folder(tables.get(0)));
        OsCache secondFiles = plan.table().osCache(servers.folder(tables.get(1)));
        PairedSide first = side(servers, 0, plan.first(), tables, draw);
        PairedSide second = side(servers, 1, other, tables, draw)) {
      progress.phase(
          "Filling both caches",
          () -> {
            first.fill();
            second.fill();
            return first;
          });
      for (PairedLoad load : plan.loads()) {
        measured.take(measure(load, control, first, second));
      }
    }
  }

  private static PairedSide side(
      PairedServers servers, int place, Side side, List<DataTable> tables, Draw draw)
      throws IOException {
    return new PairedSide(
        servers.connect(),
        servers.process(PairedServers.MEASURED.get(place)),
        side.configuration(),
        tables.get(place),
        draw);
  }

  private PairedRun measure(PairedLoad load, boolean control, PairedSide first, PairedSide second)
      throws IOException, InterruptedException {
    String title = (control ? "Control, " : "") + load;
    int pairs = control ? plan.controlPairs() : plan.pairs();
    try (SliceLoad toFirst = first.open(plan, load);
        SliceLoad toSecond = second.open(plan, load)) {
      progress.phase(
          title + ": warm-up",
          () -> {
            warmUp(load, first, toFirst, second, toSecond);
            return first;
          });
      List<SlicePair> measured = new ArrayList<>();
      return progress.phase(
          title + ": " + pairs + " pairs",
          () -> {
            for (boolean firstBegins : PairedOrder.of(pairs, plan.seed())) {
              long seed = seed(load, measured.size());
              PairedSlice early =
                  firstBegins ? slice(first, toFirst, seed) : slice(second, toSecond, seed);
              PairedSlice late =
                  firstBegins ? slice(second, toSecond, seed) : slice(first, toFirst, seed);
              measured.add(
                  new SlicePair(
                      firstBegins, firstBegins ? early : late, firstBegins ? late : early));
            }
            return new PairedRun(load.toString(), control, measured);
          });
    }
  }

  private PairedSlice slice(PairedSide side, SliceLoad load, long seed)
      throws IOException, InterruptedException {
    return side.slice(load, seed, plan.slice());
  }

  /** Loads both alternately until both are warm. */
  private void warmUp(
      PairedLoad load, PairedSide first, SliceLoad toFirst, PairedSide second, SliceLoad toSecond)
      throws IOException, InterruptedException {
    Duration stretch = plan.warmUp().dividedBy(WARM_UPS);
    WarmUp ofFirst = new WarmUp(plan.warmUp());
    WarmUp ofSecond = new WarmUp(plan.warmUp());
    boolean done = false;
    for (int i = 1; i <= WARM_UPS + MAX_WARM_UPS && !done; i++) {
      // Other rows than those that are measured.
      long seed = seed(load, -i);
      boolean firstDone = isWarm(ofFirst, stretch, first.slice(toFirst, seed, stretch));
      boolean secondDone = isWarm(ofSecond, stretch, second.slice(toSecond, seed, stretch));
      done = firstDone && secondDone;
    }
  }

  private static boolean isWarm(WarmUp warmUp, Duration stretch, PairedSlice slice) {
    warmUp.add(stretch);
    return warmUp.isDone(slice.hitRatio(), slice.rowsPerSecond());
  }

  /** The same for both slices of a pair, and for all configurations. */
  private long seed(PairedLoad load, int number) {
    return Objects.hash(plan.seed(), load.toString(), number);
  }
}
