package io.strata.readpath.blockcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StrataFirstLevelTest {
  private static final long MAXIMUM = 1 << 20;

  private final StrataFirstLevel cache = new StrataFirstLevel(new OnHeapBlockCache(MAXIMUM, 12));

  @AfterEach
  void isEmptyAfterShutdown() {
    cache.shutdown();
    assertThat(cache).isEmpty();
  }

  private void put(String file, long offset, BlockType type) {
    BlockCacheKey key = Blocks.key(file, offset, type);
    cache.cacheBlock(key, Blocks.onHeap(file, type, offset, 1000));
  }

  @Test
  void answersHBase() {
    put("f", 0, BlockType.LEAF_INDEX);
    put("f", 1, BlockType.DATA);
    assertThat(cache.containsBlock(Blocks.key("f", 0))).isTrue();
    assertThat(cache.isAlreadyCached(Blocks.key("f", 0))).hasValue(true);
    assertThat(cache.isAlreadyCached(Blocks.key("f", 2))).hasValue(false);
    assertThat(cache.getBlock(Blocks.key("f", 2), true, false, true)).isNull();
    assertThat(cache.getStats().getMissCount()).isEqualTo(1);
    HFileBlock block = Blocks.onHeap("f", BlockType.DATA, 1, 1000);
    assertThat(cache.getBlockSize(Blocks.key("f", 1))).hasValue(block.getOnDiskSizeWithHeader());
    assertThat(cache.blockFitsIntoTheCache(block)).hasValue(true);
    assertThat(cache.getBlockCount()).isEqualTo(2);
    assertThat(cache.getDataBlockCount()).isEqualTo(1);
    assertThat(cache.getCurrentDataSize()).isBetween(1L, cache.getCurrentSize() - 1);
    assertThat(cache.heapSize()).isEqualTo(cache.getCurrentSize());
    assertThat(cache.getFreeSize()).isEqualTo(MAXIMUM - cache.getCurrentSize());
    assertThat(cache.size()).isEqualTo(MAXIMUM);
    cache.setMaxSize(2 * MAXIMUM);
    assertThat(cache.getMaxSize()).isEqualTo(2 * MAXIMUM);
    assertThat(cache.evictBlocksRangeByHfileName("f", 1, 9)).isEqualTo(1);
    assertThat(cache.evictBlock(Blocks.key("f", 1))).isFalse();
    assertThat(cache.evictBlocksByHfileName("f")).isEqualTo(1);
  }

  @Test
  void listsItsBlocks() {
    long before = System.nanoTime();
    put("f", 7, BlockType.LEAF_INDEX);
    cache.cacheBlock(
        Blocks.key("g", 3),
        Blocks.onHeap("g", BlockType.ROOT_INDEX, 3, 1000),
        /* inMemory= */ true);

    List<CachedBlock> blocks = new ArrayList<>();
    cache.forEach(blocks::add);
    blocks.sort(null);

    assertThat(blocks).extracting(CachedBlock::getFilename).containsExactly("f", "g");
    assertThat(blocks).extracting(CachedBlock::getOffset).containsExactly(7L, 3L);
    assertThat(blocks)
        .extracting(CachedBlock::getBlockType)
        .containsExactly(BlockType.LEAF_INDEX, BlockType.ROOT_INDEX);
    assertThat(blocks)
        .extracting(CachedBlock::getBlockPriority)
        .containsExactly(BlockPriority.MULTI, BlockPriority.MEMORY);
    assertThat(blocks.get(0).getSize())
        .isEqualTo(cache.getBlock(Blocks.key("f", 7), true, false, true).heapSize());
    assertThat(blocks.get(0).getCachedTime() - before).isNotNegative();
    assertThat(blocks.get(0).toString()).startsWith("filename=f, offset=7, ");
    assertThat(blocks.get(0)).isNotEqualTo(blocks.get(1));
  }

  @Test
  void hbasesReportsAcceptIt() throws Exception {
    put("f", 0, BlockType.DATA);
    put("f", 1, BlockType.LEAF_INDEX);
    var byFile = BlockCacheUtil.getLoadedCachedBlocksByFile(null, cache);
    assertThat(byFile.getCount()).isEqualTo(2);
    assertThat(byFile.getDataCount()).isEqualTo(1);
    assertThat(BlockCacheUtil.toJSON(cache)).isEqualTo("{}");
  }

  @Test
  void reportsNoLowerCacheToHBase() {
    cache.setVictimCache(new StrataFirstLevel(new OnHeapBlockCache(MAXIMUM, 1)));
    assertThat(cache.getBlockCaches()).isNull();
  }
}
