package io.strata.flash.model;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations on a store and on a map. {@code -Dstrata.flash.seeds} sets the number of
 * sequences, {@code -Dstrata.flash.seed} the first seed.
 */
@Tag("model")
class FlashStoreModelTest {
  private static final int SEEDS = Integer.getInteger("strata.flash.seeds", 1_000);
  private static final int FIRST = Integer.getInteger("strata.flash.seed", 0);

  @TempDir private Path folder = Path.of("");

  @Test
  void storeMatchesModel() throws Exception {
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      try {
        new Trial(folder, seed).run();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
