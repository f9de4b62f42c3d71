package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataBlockCache;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HBASE-30038: the writer leaked, among others, the intermediate levels of an index. */
@Tag("regression")
class Hbase30038RegressionTest extends CacheOnWriteRegression {
  @Test
  void intermediateIndexBlocksAreReleased() throws Exception {
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 256);
    StrataBlockCache cache = write(StrataBlockCache::new);
    assertThat(cache.getFirstLevelCache().iterator())
        .toIterable()
        .extracting(CachedBlock::getBlockType)
        .contains(BlockType.INTERMEDIATE_INDEX);
    assertThat(lostReferences(cache))
        .allSatisfy(leak -> assertThat(leak).contains("writeIntermediateBlock"));
  }

  /** The writer leaked a block that the cache declined. */
  @Test
  void rejectedBlocksAreReleased() throws Exception {
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 128 << 10);
    StrataBlockCache cache = write(OnlyHot::new);
    assertThat(cache.cache().offHeap().getBlockCount()).as("data blocks").isZero();
    assertThat(lostReferences(cache))
        .allSatisfy(leak -> assertThat(leak).contains("HFileWriterImpl.doCacheOnWrite"));
  }

  /** A cache that considers every block cold. */
  private static final class OnlyHot extends StrataBlockCache {
    OnlyHot(Configuration conf) {
      super(conf);
    }

    @Override
    public Optional<Boolean> shouldCacheBlock(BlockCacheKey key, long newest, Configuration conf) {
      return Optional.of(false);
    }
  }
}
