package io.strata.readpath.blockcache;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.Blocks;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache.CombinedCacheStats;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.GsonUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StrataBlockCacheTest {
  private final StrataBlockCache cache = new StrataBlockCache(conf());

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "64");
    return conf;
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    cache.cache().offHeap().awaitQuiet();
    assertThat(cache.cache().offHeap().audit()).isEmpty();
    cache.shutdown();
  }

  private void put(BlockCacheKey key, BlockType type) throws InterruptedException {
    cache.cacheBlock(key, onHeap(key.getHfileName(), type, key.getOffset(), 100));
    cache.cache().offHeap().awaitQuiet();
  }

  private static void read(BlockCacheKey key, Cacheable block) {
    Blocks.prove(key, (HFileBlock) Objects.requireNonNull(block));
    block.release();
  }

  @Test
  void storesEachKindOfBlockInItsTier() throws Exception {
    put(key("f", 0, BlockType.DATA), BlockType.DATA);
    put(key("f", 1, BlockType.ENCODED_DATA), BlockType.ENCODED_DATA);
    put(key("f", 2, BlockType.LEAF_INDEX), BlockType.LEAF_INDEX);
    put(key("f", 3, BlockType.BLOOM_CHUNK), BlockType.BLOOM_CHUNK);
    put(key("f", 4, BlockType.META), BlockType.META);
    assertThat(cache.getFirstLevelCache().getBlockCount()).isEqualTo(3);
    assertThat(cache.getSecondLevelCache().getBlockCount()).isEqualTo(2);
    assertThat(cache.getBlockCount()).isEqualTo(5);
    assertThat(cache.getBlockCaches()).hasSize(2);
    assertThat(cache.iterator()).toIterable().hasSize(5);
    assertThat(cache.evictBlocksByHfileName("f")).isEqualTo(5);
    assertThat(cache.getBlockCount()).isZero();
  }

  /** HBase 2.6.1's page shows a level as JSON of all fields that are not transient. */
  @Test
  void jsonOfTheLevelsHasNoFields() throws Exception {
    put(key("f", 0, BlockType.DATA), BlockType.DATA);
    for (BlockCache level : cache.getBlockCaches()) {
      assertThat(GsonUtil.createGson().create().toJson(level)).isEqualTo("{}");
    }
  }

  /** HBase counts each block that its prefetch skips as a data block, even an index block. */
  @Test
  void repeatedPrefetchKeepsFileFullyCached() throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/hbase/data/t/region/cf/f");
    put(key("f", 0, BlockType.DATA), BlockType.DATA);
    put(key("f", 1, BlockType.DATA), BlockType.DATA);
    put(key("f", 2, BlockType.LEAF_INDEX), BlockType.LEAF_INDEX);
    put(key("f", 3, BlockType.BLOOM_CHUNK), BlockType.BLOOM_CHUNK);
    // Cached on write; a prefetch does not visit it.
    put(key("f", 4_242, BlockType.ROOT_INDEX), BlockType.ROOT_INDEX);
    cache.notifyFileCachingCompleted(file, 4, 2, 4_242);
    assertThat(cache.getFullyCachedFiles().orElseThrow()).containsOnlyKeys("f");
    cache.notifyFileCachingCompleted(file, 4, 4, 4_242);
    assertThat(cache.getFullyCachedFiles().orElseThrow())
        .as("after a prefetch that skipped every block")
        .containsOnlyKeys("f");
    cache.evictBlock(key("f", 1, BlockType.DATA));
    assertThat(cache.getFullyCachedFiles().orElseThrow()).isEmpty();
  }

  @Test
  void countsHitsAndMissesOnceInTheRightTier() throws Exception {
    CombinedCacheStats stats = (CombinedCacheStats) cache.getStats();
    BlockCacheKey data = key("f", 0, BlockType.DATA);
    BlockCacheKey index = key("f", 1, BlockType.LEAF_INDEX);
    for (BlockCacheKey key : new BlockCacheKey[] {data, index}) {
      assertThat(cache.getBlock(key, true, false, true)).isNull();
      assertThat(cache.getBlock(key, true, true, true)).isNull();
    }
    assertThat(stats.getLruCacheStats().getMissCount()).isEqualTo(1);
    assertThat(stats.getBucketCacheStats().getMissCount()).isEqualTo(1);
    assertThat(stats.getMissCount()).isEqualTo(2);

    put(data, BlockType.DATA);
    put(index, BlockType.LEAF_INDEX);
    read(data, cache.getBlock(data, true, false, true));
    read(data, cache.getBlock(data, true, false, true));
    read(index, cache.getBlock(index, true, false, true));
    read(index, cache.getBlock(index, true, false, false));
    assertThat(stats.getBucketCacheStats().getHitCount()).isEqualTo(2);
    assertThat(stats.getLruCacheStats().getHitCount()).isEqualTo(1);
    assertThat(stats.getHitRatio()).isEqualTo(3.0 / 5.0);
  }

  @Test
  void findsBlockByKeyWithoutType() throws Exception {
    CombinedCacheStats stats = (CombinedCacheStats) cache.getStats();
    put(key("f", 1, BlockType.LEAF_INDEX), BlockType.LEAF_INDEX);
    put(key("f", 2, BlockType.DATA), BlockType.DATA);
    read(key("f", 1, null), cache.getBlock(key("f", 1, null), true, false, true));
    read(new BlockCacheKey("f", 1), cache.getBlock(new BlockCacheKey("f", 1), true, false, true));
    read(
        key("f", 2, BlockType.ROOT_INDEX),
        cache.getBlock(key("f", 2, BlockType.ROOT_INDEX), true, false, true));
    read(
        key("f", 2, BlockType.DATA),
        cache.getBlock(key("f", 2, BlockType.DATA), true, false, true, BlockType.DATA));
    assertThat(stats.getLruCacheStats().getHitCount()).isEqualTo(2);
    assertThat(stats.getBucketCacheStats().getHitCount()).isEqualTo(2);
    assertThat(stats.getMissCount()).isZero();
  }

  @Test
  void hbaseAcceptsItAsCombinedCache() throws Exception {
    assertThat(new CacheConfig(conf(), cache).isCombinedBlockCache()).isTrue();
    put(key("f", 0, BlockType.DATA), BlockType.DATA);
    BlockCacheKey key = key("f", 0, BlockType.DATA);
    Cacheable held = cache.getBlock(key, true, false, true);
    assertThat(cache.getRpcRefCount(key)).isEqualTo(1);
    read(key, held);
    assertThat(cache.getRpcRefCount(key)).isZero();
    assertThat(cache.evictBlock(key)).isTrue();
    assertThat(cache.evictBlock(key)).isFalse();
  }

  @Test
  void heapTunerResizesOnHeapTierOnly() {
    long offHeap = cache.getSecondLevelCache().getMaxSize();
    cache.setMaxSize(5 << 20);
    assertThat(cache.getFirstLevelCache().getMaxSize()).isEqualTo(5 << 20);
    assertThat(cache.getSecondLevelCache().getMaxSize()).isEqualTo(offHeap).isEqualTo(64L << 20);
    assertThat(cache.getMaxSize()).isEqualTo((5 << 20) + (64L << 20));
  }
}
