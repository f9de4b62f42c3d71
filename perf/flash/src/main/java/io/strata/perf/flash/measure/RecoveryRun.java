package io.strata.perf.flash.measure;

import io.strata.perf.common.Heap;
import io.strata.perf.flash.engine.Blocks;
import io.strata.perf.flash.engine.Engine;
import io.strata.perf.flash.engine.HBaseEngine;
import io.strata.perf.flash.engine.Setup;
import io.strata.perf.flash.engine.StrataEngine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how fast blocks are restored from files, in the same process, with nothing of the files
 * in the page cache; and the heap that the blocks take.
 */
public final class RecoveryRun {
  private static final int FILLERS = 2;

  /** The first blocks load classes and trigger one-time initialization. */
  private static final int FIRST = 1_000;

  private static final long POLL_NANOS = 200_000;

  /** The same number of regions as with blocks of usual size. */
  private static final int REGION_BYTES =
      (int) ((long) Setup.REGION_BYTES * Amounts.TINY / Amounts.LARGE) / 4096 * 4096;

  private final Amounts amounts;
  private final Workplace workplace;
  private final Setup setup;

  /** Measures nothing yet. */
  public RecoveryRun(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
    this.setup =
        Setup.of(
                workplace.folder(),
                new Blocks(amounts.restartBlocks(), Amounts.TINY),
                amounts.restartFileBytes())
            .withRegions(REGION_BYTES)
            .restarted();
  }

  /** The source of restored blocks. */
  public enum From {
    /** Strata's index snapshot. */
    SNAPSHOT,
    /** The regions themselves. */
    REGIONS,
    /** HBase's persistent map. */
    HBASE_MAP,
    /** HBase's file without the map. */
    HBASE_FILE
  }

  /**
   * One restart.
   *
   * @param openMillis until the engine served reads
   * @param hitMillis until the first hit; NaN if there was none
   * @param restoredMillis until recovery ended
   * @param blocks restored by then
   */
  public record Restart(
      From from, double openMillis, double hitMillis, double restoredMillis, long blocks) {}

  /**
   * The memory per block.
   *
   * @param strataHeap bytes of heap per block
   * @param strataIndex bytes of direct memory per block of the index's capacity
   * @param hbaseHeap bytes of heap per block
   */
  public record Footprint(double strataHeap, double strataIndex, double hbaseHeap) {}

  /** The results. */
  public record Results(int blocks, List<Restart> restarts, Footprint footprint) {}

  /** Measures restarts and memory. */
  public Results measure() throws IOException, InterruptedException {
    workplace.clear();
    List<Restart> restarts = new ArrayList<>();
    double strataHeap;
    double index;
    try (StrataEngine engine = new StrataEngine(setup)) {
      engine.store().awaitRestored();
      strataHeap = fill(engine);
      index = engine.indexBytesPerBlock();
    }
    strata(From.SNAPSHOT, restarts);
    strata(From.REGIONS, restarts);
    double hbaseHeap;
    try (HBaseEngine engine = new HBaseEngine(setup)) {
      hbaseHeap = fill(engine);
    }
    for (int i = 0; i < amounts.restartRounds(); i++) {
      restarts.add(hbase(From.HBASE_MAP));
    }
    HBaseEngine.deleteMap(setup);
    restarts.add(hbase(From.HBASE_FILE));
    workplace.clear();
    return new Results(
        amounts.restartBlocks(), restarts, new Footprint(strataHeap, index, hbaseHeap));
  }

  /** Fills an engine. Returns the bytes of heap per block. */
  private double fill(Engine engine) throws IOException, InterruptedException {
    Inserting.all(engine, 0, FIRST, FILLERS);
    long before = Heap.usedBytes();
    Inserting.all(engine, FIRST, setup.blocks().count(), FILLERS);
    double heap = (double) (Heap.usedBytes() - before) / (setup.blocks().count() - FIRST);
    if (engine.blocks() != setup.blocks().count()) {
      throw new IllegalStateException("The engine has only " + engine.blocks() + " blocks.");
    }
    return heap;
  }

  private void strata(From from, List<Restart> restarts) throws IOException, InterruptedException {
    for (int i = 0; i < amounts.restartRounds(); i++) {
      if (from == From.REGIONS) {
        StrataEngine.deleteSnapshots(setup);
      }
      workplace.dropPages();
      long begin = System.nanoTime();
      try (StrataEngine engine = new StrataEngine(setup)) {
        double opened = millisSince(begin);
        double hit = awaitHit(engine, begin);
        engine.store().awaitRestored();
        double restored = millisSince(begin);
        restarts.add(new Restart(from, opened, hit, restored, engine.blocks()));
      }
    }
  }

  private Restart hbase(From from) throws IOException, InterruptedException {
    workplace.dropPages();
    long begin = System.nanoTime();
    try (HBaseEngine engine = new HBaseEngine(setup)) {
      double opened = millisSince(begin);
      double hit = engine.blocks() == 0 ? Double.NaN : awaitHit(engine, begin);
      while (!engine.isRestored()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      return new Restart(from, opened, hit, millisSince(begin), engine.blocks());
    }
  }

  private double awaitHit(Engine engine, long begin) throws IOException {
    SplittableRandom random = new SplittableRandom(begin);
    while (!engine.read(random.nextInt(setup.blocks().count()))) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    return millisSince(begin);
  }

  private static double millisSince(long begin) {
    return (System.nanoTime() - begin) / 1e6;
  }
}
