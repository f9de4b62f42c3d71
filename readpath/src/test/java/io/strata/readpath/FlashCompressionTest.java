package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashStatistics;
import io.strata.l2.CompressionStatistics;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks go to the disks compressed, and are found there by the next process as well. */
class FlashCompressionTest {
  private static final String FILE = Blocks.SOFT + "0123456789abcdef";

  @TempDir private Path folder = Path.of("");

  private FlashCache open(String algorithm) throws Exception {
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.offheap.compression", algorithm);
    conf.set("strata.offheap.compression.cpu", "100");
    return new FlashCache(conf).awaitRestored();
  }

  private static int readAll(FlashCache test) {
    int found = 0;
    for (long block = 0; block < FlashCache.BLOCKS; block++) {
      found += test.read(FILE, block) ? 1 : 0;
    }
    return found;
  }

  @Test
  void blocksLieOnDisksCompressed() throws Exception {
    long there;
    try (FlashCache test = open("lz4")) {
      test.fill(FILE);
      FlashStatistics flash = test.statistics();
      there = flash.blocks();
      assertThat(there).isGreaterThan(FlashCache.BLOCKS / 3);
      CompressionStatistics compression = test.cache().offHeap().compressionStatistics();
      assertThat(compression.spilled()).isGreaterThan(there * 9 / 10);
      assertThat((double) flash.acceptedBytes() / there).isLessThan(0.6 * FlashCache.BLOCK_BYTES);
      assertThat(readAll(test)).isEqualTo(FlashCache.BLOCKS);
      assertThat(test.statistics().hits()).isPositive();
    }
    // Another one reads them, though it compresses nothing.
    try (FlashCache test = open("none")) {
      assertThat(readAll(test)).isGreaterThanOrEqualTo((int) there);
      assertThat(test.statistics().damaged()).isZero();
    }
  }
}
