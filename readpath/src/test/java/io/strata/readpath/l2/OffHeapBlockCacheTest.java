package io.strata.readpath.l2;

import static io.strata.readpath.testing.Blocks.block;
import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static io.strata.readpath.testing.Blocks.pool;
import static io.strata.readpath.testing.Blocks.pooled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.StoreOptions;
import io.strata.l2.write.Rejection;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.PlainCacheable;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.MultiByteBuff;
import org.apache.hadoop.hbase.regionserver.DataTieringManager;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OffHeapBlockCacheTest {
  private static final int SIZE = 64 << 10;

  private final OffHeapBlockCache cache = new OffHeapBlockCache(StoreOptions.ofBytes(64L << 20), 3);

  @AfterEach
  void nothingLeaked() throws Exception {
    cache.awaitQuiet();
    assertThat(cache.audit()).isEmpty();
    assertThat(cache.statistics().blocksInFlight()).isZero();
    cache.shutdown();
  }

  private static BlockCacheKey dataKey(String file, long offset) {
    return key(file, offset, BlockType.DATA);
  }

  private void put(BlockCacheKey key, Cacheable block) throws InterruptedException {
    cache.cacheBlock(key, block);
    cache.awaitQuiet();
  }

  private HFileBlock get(BlockCacheKey key) {
    HFileBlock hit = (HFileBlock) cache.getBlock(key, true, false, true);
    if (hit != null) {
      Blocks.prove(key, hit);
    }
    return hit;
  }

  @Test
  void aHitIsTheCachedBlockOverTheSlotsMemory() throws Exception {
    BlockCacheKey key = dataKey("file", 4_096);
    HFileBlock given = block("file", BlockType.DATA, 4_096, SIZE, 777, ByteBuffAllocator.HEAP);
    put(key, given);

    HFileBlock hit = get(key);
    assertThat(hit).isEqualTo(given);
    assertThat(hit.getBlockType()).isEqualTo(BlockType.DATA);
    assertThat(hit.getOffset()).isEqualTo(4_096);
    assertThat(hit.getNextBlockOnDiskSize()).isEqualTo(777);
    assertThat(hit.getOnDiskSizeWithHeader()).isEqualTo(given.getOnDiskSizeWithHeader());
    assertThat(hit.isUnpacked()).isTrue();
    assertThat(hit.isSharedMem()).isTrue();
    assertThat(hit.getBufferReadOnly().hasArray()).as("on the heap").isFalse();
    assertThat(cache.getRpcRefCount(key)).isEqualTo(1);

    HFileBlock second = get(key);
    assertThat(cache.getRpcRefCount(key)).isEqualTo(2);
    second.retain();
    second.release();
    assertThat(cache.getRpcRefCount(key)).as("only the last release unpins").isEqualTo(2);
    second.release();
    hit.release();
    assertThat(cache.getRpcRefCount(key)).isZero();
  }

  @Test
  void everyTypeOfDataBlockIsServed() throws Exception {
    long offset = 0;
    for (BlockType type : new BlockType[] {BlockType.DATA, BlockType.ENCODED_DATA}) {
      BlockCacheKey key = key("file", ++offset, type);
      HFileBlock given = onHeap("file", type, offset, 100);
      put(key, given);
      HFileBlock hit = get(key);
      assertThat(hit).isEqualTo(given);
      hit.release();
    }
  }

  @Test
  void aBlockStaysReadableAfterItsEvictionUntilItIsReleased() throws Exception {
    BlockCacheKey key = dataKey("file", 0);
    put(key, onHeap("file", BlockType.DATA, 0, SIZE));
    HFileBlock held = get(key);
    assertThat(cache.evictBlock(key)).isTrue();
    assertThat(get(key)).isNull();
    for (int i = 1; i < 3_000; i++) {
      cache.cacheBlock(dataKey("other", i), onHeap("other", BlockType.DATA, i, SIZE));
    }
    cache.awaitQuiet();
    Blocks.prove(key, held);
    held.release();
    assertThatThrownBy(held::release).as("released twice").isInstanceOf(RuntimeException.class);
  }

  @Test
  void pooledMemoryIsReturnedToItsPool() throws Exception {
    ByteBuffAllocator pool = pool();
    for (int i = 0; i < 500; i++) {
      HFileBlock given = pooled("file", BlockType.DATA, i, 20_000, pool);
      cache.cacheBlock(dataKey("file", i), given);
      given.release();
      HFileBlock inFlightOrCached = get(dataKey("file", i));
      inFlightOrCached.release();
    }
    cache.awaitQuiet();
    // A pool allocates only on demand, so the number of its buffers is that in use.
    assertThat(pool.getFreeBufferCount()).isEqualTo(pool.getUsedBufferCount());
    HFileBlock hit = get(dataKey("file", 7));
    assertThat(hit.getByteBuffAllocator()).as("the allocator for unpacking").isSameAs(pool);
    hit.release();
  }

  @Test
  void aBlockThatKnowsItsSuccessorReplacesOneThatDoesNot() throws Exception {
    BlockCacheKey key = dataKey("file", 0);
    put(key, block("file", BlockType.DATA, 0, 100, -1, ByteBuffAllocator.HEAP));
    put(key, block("file", BlockType.DATA, 0, 100, 55, ByteBuffAllocator.HEAP));
    put(key, block("file", BlockType.DATA, 0, 100, -1, ByteBuffAllocator.HEAP));
    HFileBlock hit = get(key);
    assertThat(hit.getNextBlockOnDiskSize()).isEqualTo(55);
    hit.release();
    assertThat(cache.getBlockCount()).isEqualTo(1);
  }

  @Test
  void sizesAreOnDiskAndWithHeader() throws Exception {
    BlockCacheKey key = dataKey("file", 0);
    assertThat(cache.getBlockSize(key)).isEmpty();
    assertThat(cache.isAlreadyCached(key)).contains(false);
    put(key, onHeap("file", BlockType.DATA, 0, 100));
    assertThat(cache.getBlockSize(key)).contains(100 + HConstants.HFILEBLOCK_HEADER_SIZE);
    assertThat(cache.isAlreadyCached(key)).contains(true);
    assertThat(cache.size())
        .isEqualTo(100 + HConstants.HFILEBLOCK_HEADER_SIZE + HFileBlock.BLOCK_METADATA_SPACE);
    assertThat(cache.getMaxSize()).isEqualTo(64L << 20);
    assertThat(cache.getFreeSize()).isEqualTo(cache.getMaxSize() - cache.size());
  }

  /** As in HBase's own cache: daughters of a split start with the cached blocks of the parent. */
  @Test
  void theHalvesOfASplitFileFindItsBlocks() throws Exception {
    BlockCacheKey whole = dataKey("0a1b", 7);
    BlockCacheKey half = dataKey("0a1b.99fe", 7);
    assertThat(get(half)).isNull();
    put(whole, onHeap("0a1b", BlockType.DATA, 7, 100));
    assertThat(cache.isAlreadyCached(half)).contains(true);
    assertThat(cache.getBlockSize(half)).isEqualTo(cache.getBlockSize(whole)).isPresent();
    HFileBlock hit = Objects.requireNonNull((HFileBlock) cache.getBlock(half, true, false, true));
    Blocks.prove(whole, hit);
    hit.release();
    assertThat(get(dataKey("0a1b.99fe", 8))).isNull();
    assertThat(get(dataKey("0a1", 7))).isNull();

    put(dataKey("link.0=1-2.99fe", 7), onHeap("link.0=1-2.99fe", BlockType.DATA, 7, 200));
    assertThat(get(dataKey("link.0=1-2", 7))).as("the other way round").isNull();
    assertThat(cache.evictBlock(whole)).isTrue();
    assertThat(get(half)).isNull();
  }

  @Test
  void filesAndRangesAreEvicted() throws Exception {
    for (int i = 0; i < 10; i++) {
      put(dataKey("a", i), onHeap("a", BlockType.DATA, i, 100));
      put(dataKey("b", i), onHeap("b", BlockType.DATA, i, 100));
    }
    assertThat(cache.evictBlocksByHfileName("a")).isEqualTo(10);
    assertThat(cache.evictBlocksByHfileName("a")).isZero();
    assertThat(cache.getBlockCount()).isEqualTo(10);
    assertThat(cache.evictBlocksRangeByHfileName("b", 2, 4)).isEqualTo(3);
    assertThat(cache.evictBlock(dataKey("b", 3))).isFalse();
    assertThat(cache.evictBlock(dataKey("b", 5))).isTrue();
    assertThat(cache.getBlockCount()).isEqualTo(6);
  }

  @Test
  void aFileIsFullyCachedForAsLongAsAllItsBlocksAre() throws Exception {
    Path file = new Path("/hbase/data/default/t/region1/family/f1");
    for (int i = 0; i < 3; i++) {
      put(new BlockCacheKey(file, i, true, BlockType.DATA), onHeap("f1", BlockType.DATA, i, 100));
    }
    long bytes = 3L * onHeap("f1", BlockType.DATA, 0, 100).getOnDiskSizeWithHeader();
    assertThat(cache.fullyCachedFiles(List.of())).isEmpty();
    cache.notifyFileCachingCompleted(file, 3, 3, 4_242);
    assertThat(cache.fullyCachedFiles(List.of()))
        .containsOnlyKeys("f1")
        .containsValue(new Pair<>("region1", 4_242L));
    assertThat(cache.getRegionCachedInfo().orElseThrow()).containsEntry("region1", bytes);
    cache.evictBlock(dataKey("f1", 1));
    assertThat(cache.fullyCachedFiles(List.of())).isEmpty();
    assertThat(cache.getRegionCachedInfo().orElseThrow()).containsEntry("region1", bytes * 2 / 3);
    cache.evictBlocksByHfileName("f1");
    assertThat(cache.getRegionCachedInfo().orElseThrow()).isEmpty();
  }

  @Test
  void hitsAndMissesAreCountedOnce() throws Exception {
    BlockCacheKey key = dataKey("file", 0);
    CacheStats stats = cache.getStats();
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    assertThat(cache.getBlock(key, true, true, true)).as("asked again").isNull();
    assertThat(cache.getBlock(key, true, false, false)).as("not to be counted").isNull();
    assertThat(stats.getMissCount()).isEqualTo(1);
    put(key, onHeap("file", BlockType.DATA, 0, 100));
    Objects.requireNonNull(get(key)).release();
    assertThat(stats.getHitCount()).isEqualTo(1);
    assertThat(stats.getDataHitCount()).isEqualTo(1);
  }

  @Test
  void aBlockOfManyMegabytesIsServedFromItsSlotsAsOneBlock() throws Exception {
    int bytes = 16 << 20;
    BlockCacheKey key = dataKey("file", 0);
    put(key, onHeap("file", BlockType.DATA, 0, bytes));
    HFileBlock block = Objects.requireNonNull(get(key));
    assertThat(block.getBufferReadOnly()).isInstanceOf(MultiByteBuff.class);
    assertThat(block.getBufferReadOnly().hasArray()).isFalse();
    ByteBuffer served = ByteBuffer.allocate(block.getSerializedLength());
    block.serialize(served, true);
    HFileBlock same = onHeap("file", BlockType.DATA, 0, bytes);
    ByteBuffer wanted = ByteBuffer.allocate(same.getSerializedLength());
    same.serialize(wanted, true);
    assertThat(served).isEqualTo(wanted);
    block.release();
  }

  @Test
  void whatDoesNotFitIsRejectedAndCounted() throws Exception {
    HFileBlock large = onHeap("file", BlockType.DATA, 0, (int) (cache.getMaxSize() / 2));
    assertThat(cache.blockFitsIntoTheCache(large)).contains(false);
    put(dataKey("file", 0), large);
    assertThat(get(dataKey("file", 0))).isNull();
    assertThat(cache.statistics().rejected(Rejection.TOO_LARGE)).isEqualTo(1);
    assertThat(cache.getStats().getFailedInserts()).isEqualTo(1);
    assertThat(cache.blockFitsIntoTheCache(onHeap("file", BlockType.DATA, 0, 100))).contains(true);
  }

  @Test
  void aFullCacheSaysSoToPrefetchAndStillTakesBlocks() throws Exception {
    HFileBlock next = onHeap("file", BlockType.DATA, 0, SIZE);
    for (int i = 1; cache.blockFitsIntoTheCache(next).orElseThrow() && i < 10_000; i++) {
      put(dataKey("file", i), onHeap("file", BlockType.DATA, i, SIZE));
    }
    long full = cache.getBlockCount();
    assertThat(full).isGreaterThan(800);
    for (int i = 20_000; i < 22_000; i++) {
      put(dataKey("file", i), onHeap("file", BlockType.DATA, i, SIZE));
    }
    assertThat(cache.getStats().getEvictedCount()).isGreaterThan(1_000);
    assertThat(cache.getBlockCount()).isGreaterThanOrEqualTo(full);
  }

  @Test
  void coldDataIsNotCachedWhereHBaseTellsHotFromCold() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    BlockCacheKey key = dataKey("file", 0);
    assertThat(cache.shouldCacheBlock(key, 0, conf)).as("without data tiering").isEmpty();
    assertThat(DataTiering.isOn()).isFalse();
    assertThat(DataTiering.coldFiles()).isEmpty();
    conf.setBoolean("hbase.regionserver.datatiering.enable", true);
    conf.set("hbase.hstore.datatiering.type", "TIME_RANGE");
    conf.setLong("hbase.hstore.datatiering.hot.age.millis", 3_600_000);
    try {
      DataTieringManager.instantiate(conf, new HashMap<>());
      assertThat(cache.shouldCacheBlock(key, System.currentTimeMillis(), conf)).contains(true);
      assertThat(cache.shouldCacheBlock(key, 1, conf)).contains(false);
      assertThat(DataTiering.isOn()).isTrue();
      assertThat(DataTiering.coldFiles()).as("of no regions").isEmpty();
    } finally {
      DataTieringManager.resetForTestingOnly();
    }
  }

  @Test
  void anyOtherCacheableIsServedThroughItsOwnDeserializer() throws Exception {
    BlockCacheKey key = dataKey("file", 0);
    put(key, new PlainCacheable("some bytes"));
    PlainCacheable hit = (PlainCacheable) cache.getBlock(key, true, false, true);
    assertThat(hit.text()).isEqualTo("some bytes");
    assertThat(cache.getBlockSize(key)).as("no block of a file").isEmpty();
    hit.release();
    put(dataKey("file", 1), new PlainCacheable(PlainCacheable.BROKEN));
    assertThat(cache.getBlock(dataKey("file", 1), true, false, true))
        .as("a block that cannot be deserialized is a miss")
        .isNull();
    assertThat(cache.isAlreadyCached(dataKey("file", 1))).contains(false);
  }
}
