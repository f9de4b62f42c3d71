package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * HBASE-28890: the writer leaked its references to index blocks that it inserted into the cache.
 */
@Tag("regression")
class Hbase28890RegressionTest extends CacheOnWriteRegression {
  @Test
  void indexBlocksCachedOnWriteAreReleased() throws Exception {
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 128 << 10);
    StrataBlockCache cache = write(StrataBlockCache::new);
    assertThat(cache.getFirstLevelCache().getBlockCount()).as("index blocks").isPositive();
    assertThat(cache.cache().offHeap().getBlockCount()).as("data blocks").isGreaterThan(100);
    assertThat(lostReferences(cache)).isEmpty();
    assertThat(pool.getFreeBufferCount()).isEqualTo(pool.getUsedBufferCount());
  }
}
