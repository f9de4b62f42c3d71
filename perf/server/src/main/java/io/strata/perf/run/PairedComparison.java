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
 * Compares two RegionServers that run at the same time and are warm. The load alternates between
 * them in short slices, by pairs in balanced random order; one server is idle while the other is
 * loaded. A slowdown of the machine that lasts longer than a pair affects both. Not thread-safe.
 */
public final class PairedComparison {
  private static final int MAX_WARM_UPS = 10;

  /** Minimum number of warm-up slices. */
  private static final int WARM_UPS = 5;

  private final PairedPlan plan;
  private final Progress progress;

  /** Receives measured loads. */
  @FunctionalInterface
  public interface Sink {
    /** Receives all pairs of a load. */
    void take(PairedRun run) throws IOException;
  }

  /**
   * Prepares a comparison.
   *
   * @param console receives the progress
   */
  public PairedComparison(PairedPlan plan, PrintStream console) {
    this.plan = plan;
    this.progress = new Progress(console);
  }

  /**
   * Measures all loads, then those of the control.
   *
   * @param folder for the servers' data and logs
   * @param measured receives each load when it is measured
   */
  public void run(Path folder, Sink measured) throws IOException, InterruptedException {
    DataTable rows =
        progress.phase("Generating the rows", () -> plan.table().make(plan.memory(), folder));
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
          "Creating the tables",
          () -> {
            for (DataTable table : tables) {
              servers.make(table);
            }
            servers.assign(names);
            return tables;
          });
      measure(measured, servers, tables, draw, false);
      if (plan.controlPairs() > 0) {
        progress.phase(
            "Control: restarting both RegionServers with the first configuration",
            () -> {
              servers.restart(
                  plan.first().setup(plan.memory(), files.get(0)),
                  plan.first().setup(plan.memory(), files.get(1)));
              servers.assign(names);
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
      PairedServers servers, int index, Side side, List<DataTable> tables, Draw draw)
      throws IOException {
    return new PairedSide(
        servers.connect(),
        servers.process(PairedServers.MEASURED.get(index)),
        side.configuration(),
        tables.get(index),
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
    Duration length = plan.warmUp().dividedBy(WARM_UPS);
    WarmUp ofFirst = new WarmUp(plan.warmUp());
    WarmUp ofSecond = new WarmUp(plan.warmUp());
    boolean done = false;
    for (int i = 1; i <= WARM_UPS + MAX_WARM_UPS && !done; i++) {
      // The measured slices read other rows.
      long seed = seed(load, -i);
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
  private long seed(PairedLoad load, int number) {
    return Objects.hash(plan.seed(), load.toString(), number);
  }
}
