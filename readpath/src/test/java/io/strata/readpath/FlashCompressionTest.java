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

/** Blocks are written to flash compressed, and recovered by the next process. */
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
  void compressedBlocksAreWrittenAndRecovered() throws Exception {
    long written;
    try (FlashCache test = open("lz4")) {
      test.fill(FILE);
      FlashStatistics flash = test.statistics();
      written = flash.blocks();
      assertThat(written).isGreaterThan(FlashCache.BLOCKS / 3);
      CompressionStatistics compression = test.cache().offHeap().compressionStatistics();
      assertThat(compression.spilled()).isGreaterThan(written * 9 / 10);
      assertThat((double) flash.acceptedBytes() / written).isLessThan(0.6 * FlashCache.BLOCK_BYTES);
      assertThat(readAll(test)).isEqualTo(FlashCache.BLOCKS);
      assertThat(test.statistics().hits()).isPositive();
    }
    // A cache without compression reads them, too.
    try (FlashCache test = open("none")) {
      assertThat(readAll(test)).isGreaterThanOrEqualTo((int) written);
      assertThat(test.statistics().damaged()).isZero();
    }
  }
}
