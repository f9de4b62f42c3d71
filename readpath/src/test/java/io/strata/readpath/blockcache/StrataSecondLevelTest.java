package io.strata.readpath.blockcache;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StrataSecondLevelTest {
  private static final long BYTES = 64L << 20;

  private final OffHeapBlockCache level = new OffHeapBlockCache(StoreOptions.ofBytes(BYTES), 3);
  private final StrataSecondLevel cache = new StrataSecondLevel(level);

  @AfterEach
  void nothingLeaked() throws Exception {
    level.awaitQuiet();
    assertThat(level.audit()).isEmpty();
    cache.shutdown();
  }

  @Test
  void answersHBase() throws Exception {
    Path file = new Path("/hbase/data/default/t/region/cf/f");
    BlockCacheKey first = new BlockCacheKey(file, 0, true, BlockType.DATA);
    HFileBlock block = onHeap("f", BlockType.DATA, 0, 1_000);
    cache.cacheBlock(first, block);
    cache.cacheBlock(
        key("f", 1, BlockType.DATA), onHeap("f", BlockType.DATA, 1, 1_000), true, true);
    level.awaitQuiet();
    assertThat(cache.isAlreadyCached(first)).hasValue(true);
    assertThat(cache.getBlockSize(first)).hasValue(block.getOnDiskSizeWithHeader());
    assertThat(cache.blockFitsIntoTheCache(block)).hasValue(true);
    assertThat(cache.waitForCacheInitialization(1_000)).isTrue();
    Cacheable hit = Objects.requireNonNull(cache.getBlock(first, true, false, true));
    hit.release();
    assertThat(cache.getStats().getHitCount()).isEqualTo(1);
    assertThat(cache.getBlockCount()).isEqualTo(2).isEqualTo(cache.getDataBlockCount());
    assertThat(cache.size()).isPositive();
    assertThat(cache.getCurrentSize()).isEqualTo(cache.size());
    assertThat(cache.getCurrentDataSize()).isEqualTo(cache.size());
    assertThat(cache.getMaxSize()).isEqualTo(BYTES);
    assertThat(cache.getFreeSize()).isEqualTo(BYTES - cache.size());
    assertThat(cache.getBlockCaches()).isNull();
    cache.notifyFileCachingCompleted(file, 2, 2, 2_000);
    assertThat(level.fullyCachedFiles(List.of())).containsOnlyKeys("f");
    assertThat(cache.getRegionCachedInfo().orElseThrow()).containsOnlyKeys("region");
    assertThat(cache.evictBlock(first)).isTrue();
    assertThat(cache.evictBlocksRangeByHfileName("f", 1, 1)).isEqualTo(1);
    assertThat(cache.evictBlocksByHfileName("f")).isZero();
  }

  @Test
  void listsEveryBlock() throws Exception {
    cache.cacheBlock(key("a", 7, BlockType.DATA), onHeap("a", BlockType.DATA, 7, 100), true);
    cache.cacheBlock(
        key("b", 9, BlockType.DATA), onHeap("b", BlockType.ENCODED_DATA, 9, 5_000), false);
    level.awaitQuiet();
    List<CachedBlock> listed = new ArrayList<>();
    cache.forEach(listed::add);
    listed.sort(null);
    assertThat(listed).extracting(CachedBlock::getFilename).containsExactly("a", "b");
    assertThat(listed).extracting(CachedBlock::getOffset).containsExactly(7L, 9L);
    assertThat(listed)
        .extracting(CachedBlock::getBlockType)
        .containsExactly(BlockType.DATA, BlockType.ENCODED_DATA);
    assertThat(listed)
        .extracting(each -> each.getBlockPriority().name())
        .containsExactly("MEMORY", "MULTI");
    assertThat(listed.get(0).toString()).contains("a");
  }
}
