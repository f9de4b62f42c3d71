package io.strata.perf.flash.measure;

import io.strata.perf.flash.engine.Blocks;
import io.strata.perf.flash.engine.Engine;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.engine.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Inserts into Strata's ring beside the same without its write-behind. The files were written as a
 * whole before, so that nobody waits for the file system to find room.
 */
public final class WriteBehind {
  private static final List<Integer> THREADS = List.of(1, 4);

  private final Amounts amounts;
  private final Workplace workplace;

  /** Prepares nothing yet. */
  public WriteBehind(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
  }

  /** What is measured. */
  public record Case(int blockBytes, int threads, EngineKind engine) {}

  /** Measures; inserts a second of each round. */
  public Map<Case, List<Double>> measure() throws IOException, InterruptedException {
    Map<Case, List<Double>> results = new LinkedHashMap<>();
    for (int round = 0; round < amounts.rounds(); round++) {
      for (int blockBytes : List.of(Amounts.LARGE, Amounts.SMALL)) {
        for (int threads : THREADS) {
          for (EngineKind each : List.of(EngineKind.STRATA, EngineKind.WRITE_THROUGH)) {
            results
                .computeIfAbsent(new Case(blockBytes, threads, each), any -> new ArrayList<>())
                .add(rate(each, blockBytes, threads));
          }
        }
      }
    }
    return results;
  }

  private double rate(EngineKind kind, int blockBytes, int threads)
      throws IOException, InterruptedException {
    long bytes = amounts.smallFileBytes() / 2;
    // It stops by the time, not by the number: the ring may go round.
    Blocks blocks = new Blocks((int) (8 * bytes / blockBytes), blockBytes);
    Setup setup = Setup.of(workplace.folder(), blocks, bytes);
    workplace.clear();
    for (Path each : kind.files(setup)) {
      workplace.writeWhole(each, bytes);
    }
    workplace.dropPages();
    try (Engine engine = kind.open(setup)) {
      return Inserting.run(engine, 0, blocks.count(), threads, amounts.insertMillis() / 4).rate();
    } finally {
      workplace.clear();
    }
  }
}
