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
 * Measures inserts into Strata's ring with and without its write-behind. The files are written as a
 * whole before, so that no insert waits for the file system to allocate space.
 */
public final class WriteBehind {
  private static final List<Integer> THREADS = List.of(1, 4);

  private final Amounts amounts;
  private final Workplace workplace;

  /** Measures nothing yet. */
  public WriteBehind(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
  }

  /** A measured case. */
  public record WriteCase(int blockBytes, int threads, EngineKind engine) {}

  /** Measures the inserts per second of each round. */
  public Map<WriteCase, List<Double>> measure() throws IOException, InterruptedException {
    Map<WriteCase, List<Double>> results = new LinkedHashMap<>();
    for (int round = 0; round < amounts.rounds(); round++) {
      for (int blockBytes : List.of(Amounts.LARGE, Amounts.SMALL)) {
        for (int threads : THREADS) {
          for (EngineKind each : List.of(EngineKind.STRATA, EngineKind.WRITE_THROUGH)) {
            results
                .computeIfAbsent(new WriteCase(blockBytes, threads, each), any -> new ArrayList<>())
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
    // The time limits the run, not the number: the ring may wrap.
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
