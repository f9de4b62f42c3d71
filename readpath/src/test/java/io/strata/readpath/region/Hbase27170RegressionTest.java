package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * HBASE-27170: of a compressed block the packed and the unpacked form may lie in memory of
 * different kinds, one pooled and one not, as the pool gives nothing below a least size. What had
 * been unpacked into the pool was then treated as the packed form was, and never came back.
 */
@Tag("regression")
class Hbase27170RegressionTest extends RegionRegression {
  @ParameterizedTest
  @ValueSource(ints = {4 << 10, 12 << 10, 16 << 10, 64 << 10})
  void whatIsUnpackedGoesBackToThePool(int blockBytes) throws Exception {
    write(
        family ->
            family
                .setBlocksize(blockBytes)
                .setCompressionType(Compression.Algorithm.GZ)
                .setConfiguration("hbase.block.data.cachecompressed", "true"));
    for (int pass = 0; pass < 3; pass++) {
      scan();
    }
    assertThat(packedBlocks()).as("blocks that are cached as they are on disk").isPositive();
  }

  private int packedBlocks() {
    int packed = 0;
    for (CachedBlock listed : host.cache().offHeap()) {
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
