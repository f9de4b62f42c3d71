package io.strata.readpath.l2;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.CompressionStatistics;
import io.strata.l2.StoreOptions;
import io.strata.readpath.compress.Algorithms;
import io.strata.readpath.testing.Blocks;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HBase's blocks are the same whether they are served compressed or not. */
class CompressedBlocksTest {
  private static final int SIZE = 64 << 10;
  private static final int BLOCKS = 800;
  private static final int ROUNDS = 10;

  @ParameterizedTest
  @CsvSource({"lz4,1", "zstd,6"})
  void blocksAreServedOutOfCompressedOnes(String algorithm, int missMillis) throws Exception {
    OffHeapBlockCache cache =
        new OffHeapBlockCache(
            StoreOptions.ofBytes(40L << 20).withCompression(Algorithms.compression(algorithm, 100)),
            3);
    int hits = 0;
    for (int round = 0; round < ROUNDS; round++) {
      hits = 0;
      for (int block = 0; block < BLOCKS; block++) {
        BlockCacheKey key = key(Blocks.SOFT, block * (long) SIZE, BlockType.DATA);
        HFileBlock hit = (HFileBlock) cache.getBlock(key, true, false, true);
        if (hit == null) {
          // So long that compression is worth its time.
          TimeUnit.MILLISECONDS.sleep(missMillis);
          cache.cacheBlock(key, onHeap(Blocks.SOFT, BlockType.DATA, key.getOffset(), SIZE));
          continue;
        }
        hits++;
        Blocks.prove(key, hit);
        assertThat(hit.getBufferReadOnly().hasArray()).as("on the heap").isFalse();
        hit.release();
      }
      cache.awaitQuiet();
    }
    CompressionStatistics statistics = cache.compressionStatistics();
    assertThat(statistics.packedBlocks()).isPositive();
    assertThat(statistics.unpacked()).isPositive();
    assertThat(hits).as("more than fit as they are").isGreaterThan(650);
    assertThat(cache.audit()).isEmpty();
    assertThat(cache.inspection().lookForPins().pins()).isZero();
    cache.shutdown();
  }
}
