package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataSecondLevel;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBASE-27170: the packed and the unpacked form of a block may lie in different kinds of memory,
 * one pooled and one not, because the pool has a minimum size of allocations. An unpacked form in
 * the pool was then treated like the packed form, and never returned to the pool.
 */
@Tag("regression")
class Hbase27170RegressionTest extends RegionRegression {
  @ParameterizedTest
  @ValueSource(ints = {4 << 10, 12 << 10, 16 << 10, 64 << 10})
  void unpackedBuffersReturnToPool(int blockBytes) throws Exception {
    write(
        family ->
            family
                .setBlocksize(blockBytes)
                .setCompressionType(Compression.Algorithm.GZ)
                .setConfiguration("hbase.block.data.cachecompressed", "true"));
    for (int pass = 0; pass < 3; pass++) {
      scan();
    }
    assertThat(packedBlocks()).as("blocks cached in their on-disk format").isPositive();
  }

  private int packedBlocks() {
    int packed = 0;
    for (CachedBlock listed : new StrataSecondLevel(host.cache().offHeap())) {
      HFileBlock block =
          (HFileBlock)
              host.cache()
                  .getBlock(
                      new BlockCacheKey(listed.getFilename(), listed.getOffset()),
                      true,
                      false,
                      false);
      packed += block.isUnpacked() ? 0 : 1;
      block.release();
    }
    return packed;
  }
}
