package io.strata.readpath.l1;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l1.OnHeapTier;
import io.strata.readpath.testing.Blocks;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.ClassSize;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OnHeapBlockCacheTest {

  private static final long MAXIMUM = 1 << 20;

  private final OnHeapBlockCache cache = new OnHeapBlockCache(MAXIMUM, 12);
  private final ByteBuffAllocator pool = Blocks.pool();

  @AfterEach
  void isEmptyAfterShutdown() {
    cache.shutdown();
    assertThat(cache.getCurrentSize()).isZero();
    assertThat(cache.getBlockCount()).isZero();
    assertThat(cache.getDataBlockCount()).isZero();
    assertThat(cache.getCurrentDataSize()).isZero();
    assertThat(pool.getFreeBufferCount())
        .as("buffers returned to the pool")
        .isEqualTo(pool.getUsedBufferCount());
  }

  @Test
  void storesHeapBlockWithoutCopy() {
    var block = Blocks.onHeap("f", BlockType.LEAF_INDEX, 0, 1000);
    cache.cacheBlock(Blocks.key("f", 0), block);
    assertThat(get("f", 0)).isSameAs(block);
  }

  @Test
  void copiesPooledBlockWithoutRetainingIt() {
    var key = Blocks.key("f", 0);
    var pooled = Blocks.block("f", BlockType.BLOOM_CHUNK, 0, 10_000, 77, pool);
    assertThat(pooled.isSharedMem()).isTrue();
    cache.cacheBlock(key, pooled, true);
    assertThat(pooled.refCnt()).isEqualTo(1);

    var kept = get("f", 0);
    assertThat(kept).isEqualTo(pooled);
    assertThat(kept.isSharedMem()).isFalse();
    assertThat(kept.getBufferReadOnly().hasArray()).isTrue();
    assertThat(kept.getByteBuffAllocator()).isSameAs(pool);
    assertThat(kept.getNextBlockOnDiskSize()).isEqualTo(77);
    assertThat(kept.getOnDiskSizeWithHeader()).isEqualTo(pooled.getOnDiskSizeWithHeader());
    assertThat(kept.getHFileContext().isUseHBaseChecksum()).isTrue();
    assertThat(kept.headerSize()).isEqualTo(pooled.headerSize());
    assertThat(kept.isUnpacked()).isTrue();

    pooled.release();
    assertThat(pool.getFreeBufferCount()).isEqualTo(pool.getUsedBufferCount()).isPositive();
    Blocks.prove(Blocks.key("f", 0), kept);
  }

  @Test
  void heldBlockOutlivesReleasesAndEviction() {
    var pooled = Blocks.pooled("f", BlockType.LEAF_INDEX, 0, 5000, pool);
    cache.cacheBlock(Blocks.key("f", 0), pooled);
    pooled.release();

    var first = get("f", 0);
    var second = get("f", 0);
    first.release();
    first.release();
    assertThat(cache.evictBlock(Blocks.key("f", 0))).isTrue();
    second.release();

    Blocks.prove(Blocks.key("f", 0), second);
    assertThat(second.retain()).isSameAs(second);
  }

  @Test
  void countsBlockKeyAndOverhead() {
    var key = Blocks.key("f", 0);
    var block = Blocks.onHeap("f", BlockType.LEAF_INDEX, 0, 1000);
    cache.cacheBlock(key, block);

    assertThat(cache.getCurrentSize())
        .isEqualTo(
            ClassSize.align(block.heapSize())
                + ClassSize.align(key.heapSize())
                + OnHeapTier.ENTRY_OVERHEAD_BYTES);
    assertThat(cache.getFreeSize()).isEqualTo(MAXIMUM - cache.getCurrentSize());
    assertThat(cache.getMaxSize()).isEqualTo(MAXIMUM);
  }

  @Test
  void countsDataBlocksSeparately() {
    cacheNew(BlockType.LEAF_INDEX, "f", 0);
    long indexBytes = cache.getCurrentSize();
    cacheNew(BlockType.DATA, "f", 1);
    cacheNew(BlockType.ENCODED_DATA, "f", 2);

    assertThat(cache.getBlockCount()).isEqualTo(3);
    assertThat(cache.getDataBlockCount()).isEqualTo(2);
    assertThat(cache.getCurrentDataSize()).isEqualTo(cache.getCurrentSize() - indexBytes);

    cache.evictBlock(Blocks.key("f", 1));
    assertThat(cache.getDataBlockCount()).isEqualTo(1);
  }

  @Test
  void countsHitsAndMissesAsHBase() {
    var stats = cache.getStats();
    var key = Blocks.key("f", 0);

    cache.getBlock(key, true, false, true);
    assertThat(stats.getMissCount()).isEqualTo(1);
    assertThat(stats.getMissCachingCount()).isEqualTo(1);
    assertThat(stats.getLeafIndexMissCount()).isEqualTo(1);
    assertThat(stats.getPrimaryMissCount()).isEqualTo(1);

    cache.getBlock(key, true, true, true);
    assertThat(stats.getMissCount()).as("misses after a repeated look-up").isEqualTo(1);
    cache.getBlock(key, true, false, false);
    assertThat(stats.getMissCount()).as("misses without metrics").isEqualTo(1);

    cacheNew(BlockType.LEAF_INDEX, "f", 0);
    assertThat(stats.getRequestCount()).as("requests after an insert").isEqualTo(1);
    cache.getBlock(key, true, false, true);
    cache.getBlock(key, false, true, true);
    cache.getBlock(key, true, false, false);
    assertThat(stats.getHitCount()).isEqualTo(2);
    assertThat(stats.getHitCachingCount()).isEqualTo(1);
    assertThat(stats.getLeafIndexHitCount()).isEqualTo(2);
    assertThat(stats.getPrimaryHitCount()).isEqualTo(2);
    assertThat(stats.getMissCount()).isEqualTo(1);
  }

  @Test
  void countsEvictionsButNotInvalidations() {
    for (int offset = 0; offset < 2000; offset++) {
      cacheNew(BlockType.LEAF_INDEX, "f", offset);
    }
    long left = 2000 - cache.getBlockCount();
    assertThat(left).isPositive();
    assertThat(cache.getStats().getEvictedCount()).isEqualTo(left);
    assertThat(cache.getStats().getEvictionCount()).isEqualTo(left);
    assertThat(cache.getStats().getPrimaryEvictedCount()).isEqualTo(left);
    assertThat(cache.getCurrentSize()).isLessThanOrEqualTo(MAXIMUM);

    cache.evictBlocksByHfileName("f");
    assertThat(cache.getStats().getEvictedCount()).isEqualTo(left);
  }

  @Test
  void countsTooLargeBlockAsFailedInsert() {
    var tooLarge = Blocks.onHeap("f", BlockType.LEAF_INDEX, 0, (int) MAXIMUM);
    assertThat(cache.fits(tooLarge)).isFalse();
    cache.cacheBlock(Blocks.key("f", 0), tooLarge);
    assertThat(cache.getStats().getFailedInserts()).isEqualTo(1);
    assertThat(cache.containsBlock(Blocks.key("f", 0))).isFalse();

    for (int offset = 0; offset < 2000; offset++) {
      cacheNew(BlockType.LEAF_INDEX, "f", offset);
    }
    assertThat(cache.fits(Blocks.onHeap("f", BlockType.LEAF_INDEX, 0, 1000)))
        .as("a full cache evicts")
        .isTrue();
  }

  @Test
  void inMemoryBlocksOutliveOthers() {
    for (int offset = 0; offset < 100; offset++) {
      cache.cacheBlock(
          Blocks.key("meta", offset),
          Blocks.onHeap("meta", BlockType.LEAF_INDEX, offset, 1000),
          true);
    }
    for (int offset = 0; offset < 3000; offset++) {
      cacheNew(BlockType.LEAF_INDEX, "f", offset);
    }
    assertThat(cache.evictBlocksByHfileName("meta")).isEqualTo(100);
  }

  @Test
  void replacesBlockOnlyByOneWithNextBlockSize() {
    var key = Blocks.key("f", 0);
    var without = Blocks.block("f", BlockType.LEAF_INDEX, 0, 1000, -1, ByteBuffAllocator.HEAP);
    var with = Blocks.block("f", BlockType.LEAF_INDEX, 0, 1000, 500, ByteBuffAllocator.HEAP);
    var same = Blocks.block("f", BlockType.LEAF_INDEX, 0, 1000, -1, ByteBuffAllocator.HEAP);

    cache.cacheBlock(key, without);
    cache.cacheBlock(key, same);
    assertThat(get("f", 0)).isSameAs(without);
    cache.cacheBlock(key, with);
    assertThat(get("f", 0)).isSameAs(with);
    cache.cacheBlock(key, without);
    assertThat(get("f", 0)).isSameAs(with);
    assertThat(cache.getBlockCount()).isEqualTo(1);
  }

  @Test
  void recognizesRepeatedInsertOfPooledBlock() {
    var pooled = Blocks.pooled("f", BlockType.LEAF_INDEX, 0, 10_000, pool);
    cache.cacheBlock(Blocks.key("f", 0), pooled);
    var kept = get("f", 0);
    cache.cacheBlock(Blocks.key("f", 0), pooled);
    assertThat(get("f", 0)).isSameAs(kept);
    pooled.release();
  }

  @Test
  void replacesBlockOfOtherContents() {
    cache.cacheBlock(Blocks.key("f", 0), Blocks.onHeap("g", BlockType.LEAF_INDEX, 0, 1000));
    var right = Blocks.onHeap("f", BlockType.LEAF_INDEX, 0, 1000);
    cache.cacheBlock(Blocks.key("f", 0), right);
    assertThat(get("f", 0)).isSameAs(right);
    assertThat(cache.getBlockCount()).isEqualTo(1);
  }

  @Test
  void evictsByKeyFileAndRange() {
    for (int offset = 0; offset < 20; offset++) {
      cacheNew(BlockType.LEAF_INDEX, "f", offset);
      cacheNew(BlockType.LEAF_INDEX, "g", offset);
    }
    assertThat(cache.evictBlock(Blocks.key("f", 19))).isTrue();
    assertThat(cache.evictBlock(Blocks.key("f", 19))).isFalse();
    assertThat(cache.evictBlocksRangeByHfileName("f", 5, 9)).isEqualTo(5);
    assertThat(cache.containsBlock(Blocks.key("f", 4))).isTrue();
    assertThat(cache.containsBlock(Blocks.key("f", 5))).isFalse();
    assertThat(cache.containsBlock(Blocks.key("f", 9))).isFalse();
    assertThat(cache.containsBlock(Blocks.key("f", 10))).isTrue();
    assertThat(cache.evictBlocksByHfileName("f")).isEqualTo(14);
    assertThat(cache.getBlockCount()).isEqualTo(20);
  }

  @Test
  void returnsPresenceAndSizeOfBlock() {
    cacheNew(BlockType.LEAF_INDEX, "f", 0);
    assertThat(cache.containsBlock(Blocks.key("f", 0))).isTrue();
    assertThat(cache.containsBlock(Blocks.key("f", 1))).isFalse();
    assertThat(cache.getBlockSize(Blocks.key("f", 0)))
        .hasValue(HConstants.HFILEBLOCK_HEADER_SIZE + 1000);
    assertThat(cache.getBlockSize(Blocks.key("f", 1))).isEmpty();
    assertThat(cache.getStats().getRequestCount()).isZero();
  }

  @Test
  void resizes() {
    for (int offset = 0; offset < 500; offset++) {
      cacheNew(BlockType.LEAF_INDEX, "f", offset);
    }
    cache.setMaxSize(MAXIMUM / 4);
    assertThat(cache.getMaxSize()).isEqualTo(MAXIMUM / 4);
    assertThat(cache.getCurrentSize()).isBetween(1L, MAXIMUM / 4);
  }

  @Test
  void missesAndRejectsAfterShutdown() {
    cacheNew(BlockType.LEAF_INDEX, "f", 0);
    cache.shutdown();
    cacheNew(BlockType.LEAF_INDEX, "f", 0);
    assertThat(cache.getBlock(Blocks.key("f", 0), true, false, true)).isNull();
    assertThat(cache.getStats().getFailedInserts()).isEqualTo(1);
    assertThat(cache.entries()).isEmpty();
  }

  private void cacheNew(BlockType type, String file, long offset) {
    BlockCacheKey key = Blocks.key(file, offset, type);
    cache.cacheBlock(key, Blocks.onHeap(file, type, offset, 1000));
  }

  private HFileBlock get(String file, long offset) {
    HFileBlock hit = (HFileBlock) cache.getBlock(Blocks.key(file, offset), true, false, true);
    if (hit != null) {
      Blocks.prove(Blocks.key(file, offset), hit);
    }
    return hit;
  }
}
