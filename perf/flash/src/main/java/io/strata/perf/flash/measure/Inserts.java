package io.strata.perf.flash.measure;

import io.strata.perf.flash.engine.Blocks;
import io.strata.perf.flash.engine.Engine;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.engine.Setup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the insert rate, first into files that begin empty, and then into the same files when
 * they are full, so that each block replaces others. An insert counts when it is on the device. The
 * engines are interleaved, and each has the disk to itself.
 */
public final class Inserts {
  private static final int THREADS = 2;

  /** The share of the file that is inserted while measuring. */
  private static final double MEASURED = 0.7;

  /** The multiple of the file's size that certainly fills it. */
  private static final double FULL = 1.1;

  private final Amounts amounts;
  private final Workplace workplace;
  private final Map<InsertCase, InsertResult> results = new LinkedHashMap<>();

  /** Measures nothing yet. */
  public Inserts(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
  }

  /**
   * A measured case.
   *
   * @param full whether the file was full before
   * @param warm whether the engine persists what it needs to restore its blocks after a restart
   */
  public record InsertCase(int blockBytes, EngineKind engine, boolean full, boolean warm) {}

  /**
   * The results of each round.
   *
   * @param rates inserts per second
   * @param deviceBytes written to the device per byte of a block, by the operating system's count
   * @param ownBytes the same by the engine's own count, NaN if it has none
   * @param lost share of the inserted blocks that are missing without having been evicted
   */
  public record InsertResult(
      List<Double> rates, List<Double> deviceBytes, List<Double> ownBytes, List<Double> lost) {
    InsertResult() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Measures inserts of blocks of one size. Returns all results so far. */
  public Map<InsertCase, InsertResult> measure(int blockBytes)
      throws IOException, InterruptedException {
    for (int round = 0; round < amounts.rounds(); round++) {
      for (boolean warm : List.of(false, true)) {
        measure(EngineKind.STRATA, blockBytes, warm);
        measure(EngineKind.HBASE, blockBytes, warm);
      }
      measure(EngineKind.DISK, blockBytes, false);
    }
    return results;
  }

  private void measure(EngineKind kind, int blockBytes, boolean warm)
      throws IOException, InterruptedException {
    long bytes = amounts.fileBytes(blockBytes) / 2;
    int measured = (int) (MEASURED * bytes / blockBytes);
    int full = (int) (FULL * bytes / blockBytes);
    Blocks blocks = new Blocks(full + measured, blockBytes);
    Setup setup = Setup.of(workplace.folder(), blocks, bytes);
    workplace.clear();
    try (Engine engine = kind.open(warm ? setup.restarted() : setup)) {
      int next = measure(new InsertCase(blockBytes, kind, false, warm), engine, 0, measured);
      if (!warm) {
        Inserting.all(engine, next, full, THREADS);
        measure(new InsertCase(blockBytes, kind, true, false), engine, full, full + measured);
      }
    }
    workplace.clear();
  }

  private int measure(InsertCase of, Engine engine, int begin, int end)
      throws IOException, InterruptedException {
    InsertResult result = results.computeIfAbsent(of, any -> new InsertResult());
    long ownBefore = engine.writtenBytes().orElse(0);
    long lostBefore = engine.lost(begin);
    ProcessIo before = ProcessIo.now();
    Inserting.Done done = Inserting.run(engine, begin, end, THREADS, amounts.insertMillis());
    ProcessIo io = ProcessIo.now().since(before);
    double bytes = (double) done.count() * of.blockBytes;
    result.rates.add(done.rate());
    result.deviceBytes.add(io.writtenBytes() / bytes);
    result.ownBytes.add(
        engine.writtenBytes().isPresent()
            ? (engine.writtenBytes().getAsLong() - ownBefore) / bytes
            : Double.NaN);
    result.lost.add((double) (engine.lost(done.end()) - lostBefore) / done.count());
    return done.end();
  }
}
