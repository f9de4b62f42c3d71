package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Blocks that were read again are packed instead of evicted, where that makes them smaller. */
class PackedBlocksTest {
  private static final int BLOCK = 60_000;
  private static final String SOFT = ProvingBlock.SOFT;
  private static final String HARD = "hard";
  private static final int ALL_THAT_FIT = 400;
  private static final int MORE_THAN_FIT = 1_000;
  private static final int BLOCKS_AT_A_TIME = 20;

  /** A store whose misses take so long that any compression is worth its time. */
  private static TestStore open() {
    TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL).withCompression(DeflateCompressor.COMPRESSION));
    for (int miss = 0; miss < 100; miss++) {
      test.store().noteMiss(TimeUnit.SECONDS.toNanos(1), BLOCK);
    }
    return test;
  }

  /** Reads each block, and inserts those that are missing. */
  private static int read(TestStore test, String file, int blocks) {
    int found = 0;
    for (int block = 0; block < blocks; block++) {
      if (test.read(file, block)) {
        found++;
      } else {
        test.offer(file, block, BLOCK + block);
      }
      if (block % BLOCKS_AT_A_TIME == 0) {
        // As at a pace that the packer keeps up with.
        test.awaitQuiet();
      }
    }
    test.awaitQuiet();
    return found;
  }

  @Test
  void nothingIsPackedWhileEverythingFits() {
    try (TestStore test = open()) {
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, ALL_THAT_FIT);
      }
      assertThat(read(test, SOFT, ALL_THAT_FIT)).isEqualTo(ALL_THAT_FIT);
      assertThat(test.store().compressionStatistics().packed()).isZero();
    }
  }

  @Test
  void moreBlocksFitPackedThanRaw() {
    int raw;
    try (TestStore test = TestStore.small()) {
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      raw = read(test, SOFT, MORE_THAN_FIT);
    }
    try (TestStore test = open()) {
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      assertThat(read(test, SOFT, MORE_THAN_FIT)).isGreaterThan(raw * 5 / 4);
      CompressionStatistics statistics = test.store().compressionStatistics();
      assertThat(statistics.packedBlocks()).isPositive();
      assertThat(statistics.packedBytes()).isPositive();
      assertThat(statistics.unpacked()).isPositive();
      assertThat(statistics.packed()).isGreaterThanOrEqualTo(statistics.packedBlocks());
    }
  }

  @Test
  void blocksThatDoNotShrinkAreTriedOnce() {
    try (TestStore test = open()) {
      for (int round = 0; round < 20; round++) {
        read(test, HARD, MORE_THAN_FIT);
      }
      CompressionStatistics statistics = test.store().compressionStatistics();
      assertThat(statistics.packed()).isZero();
      assertThat(statistics.incompressible()).isPositive();
    }
  }
}
