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
 * Inserts as fast as the engine takes them, into files that begin empty, and then into the same
 * files when they are full, so that each block takes the room of others. What is inserted counts
 * when it is on the device. Each engine has the disk for itself, by turns.
 */
public final class Inserts {
  private static final int THREADS = 2;

  /** What is measured, in parts of the file. */
  private static final double MEASURED = 0.7;

  /** What is inserted until a file is full for sure, in parts of the file. */
  private static final double FULL = 1.1;

  private final Amounts amounts;
  private final Workplace workplace;
  private final Map<Case, Result> results = new LinkedHashMap<>();

  /** Prepares nothing yet. */
  public Inserts(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
  }

  /**
   * What is measured.
   *
   * @param full whether the file was full before
   * @param warm whether the engine keeps what it needs to find its blocks after a restart
   */
  public record Case(int blockBytes, EngineKind engine, boolean full, boolean warm) {}

  /**
   * What was measured, of each round.
   *
   * @param rates inserts a second
   * @param deviceBytes written to the device for each byte of a block, as the system counts
   * @param ownBytes the same as the engine counts, NaN if it does not
   * @param lost parts of what was inserted that went without having to make room
   */
  public record Result(
      List<Double> rates, List<Double> deviceBytes, List<Double> ownBytes, List<Double> lost) {
    Result() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Measures inserts of blocks of one size, and returns all that was measured so far. */
  public Map<Case, Result> measure(int blockBytes) throws IOException, InterruptedException {
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
      int next = measure(new Case(blockBytes, kind, false, warm), engine, 0, measured);
      if (!warm) {
        Inserting.all(engine, next, full, THREADS);
        measure(new Case(blockBytes, kind, true, false), engine, full, full + measured);
      }
    }
    workplace.clear();
  }

  private int measure(Case of, Engine engine, int begin, int end)
      throws IOException, InterruptedException {
    Result result = results.computeIfAbsent(of, any -> new Result());
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
