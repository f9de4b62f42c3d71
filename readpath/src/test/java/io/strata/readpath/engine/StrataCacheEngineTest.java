package io.strata.readpath.engine;

import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.testing.Blocks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The engine implements each method of HBase's future interface. */
class StrataCacheEngineTest {
  private static final int BLOCKS = 20;

  private final StrataCache cache = new StrataCache(conf());
  private final CacheEngine engine = new StrataCacheEngine(cache);

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "64");
    return conf;
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().inspection().lookForPins().pins()).isZero();
    assertThat(cache.offHeap().audit()).isEmpty();
    engine.shutdown();
  }

  private static BlockCacheKey key(String region, String file, int block, BlockType type) {
    Path path = new Path("/hbase/data/default/t/" + region + "/f/" + file);
    return new BlockCacheKey(path, block, true, type);
  }

  /** Inserts data blocks, and an index block on the heap. */
  private void fill(String region, String file) throws Exception {
    for (int block = 0; block < BLOCKS; block++) {
      engine.cacheBlock(
          key(region, file, block, BlockType.DATA), onHeap(file, BlockType.DATA, block, 1_000));
    }
    engine.cacheBlock(
        key(region, file, BLOCKS, BlockType.LEAF_INDEX),
        onHeap(file, BlockType.LEAF_INDEX, BLOCKS, 1_000),
        true);
    cache.offHeap().awaitQuiet();
  }

  private boolean read(String region, String file, int block, BlockType type) {
    BlockCacheKey key = key(region, file, block, type);
    Cacheable found = engine.getBlock(key, true, false, true, type);
    if (found == null) {
      return false;
    }
    Blocks.prove(key, (HFileBlock) found);
    found.release();
    return true;
  }

  @Test
  void evictsOnlyTheRegionFromAllTiers() throws Exception {
    fill("one", "a");
    fill("one", "b");
    fill("other", "c");
    assertThat(engine.getBlockCount()).isEqualTo(3 * (BLOCKS + 1));
    assertThat(engine.evictBlocksByRegionName("one")).isEqualTo(2 * (BLOCKS + 1));
    assertThat(engine.evictBlocksByRegionName("one")).isZero();
    assertThat(engine.evictBlocksByRegionName("")).isZero();
    assertThat(engine.getBlockCount()).isEqualTo(BLOCKS + 1);
    assertThat(read("one", "a", 0, BlockType.DATA)).isFalse();
    assertThat(read("other", "c", 0, BlockType.DATA)).isTrue();
    assertThat(read("other", "c", BLOCKS, BlockType.LEAF_INDEX)).isTrue();
  }

  /** A key without a path does not tell the region of its file. */
  @Test
  void keepsFilesOfUnknownRegions() throws Exception {
    for (BlockType type : List.of(BlockType.DATA, BlockType.LEAF_INDEX)) {
      engine.cacheBlock(
          new BlockCacheKey("file-" + type, 0, true, type), onHeap("file-" + type, type, 0, 1_000));
    }
    cache.offHeap().awaitQuiet();
    assertThat(engine.evictBlocksByRegionName("")).isZero();
    assertThat(engine.getBlockCount()).isEqualTo(2);
  }

  /** An index block whose file has no data block in the cache. */
  @Test
  void evictsRegionWithBlocksOnHeapOnly() {
    for (String region : List.of("one", "other")) {
      engine.cacheBlock(
          key(region, "file-" + region, 0, BlockType.LEAF_INDEX),
          onHeap("file-" + region, BlockType.LEAF_INDEX, 0, 1_000));
    }
    assertThat(engine.evictBlocksByRegionName("one")).isEqualTo(1);
    assertThat(engine.evictBlocksByRegionName("one")).isZero();
    assertThat(read("other", "file-other", 0, BlockType.LEAF_INDEX)).isTrue();
  }

  @Test
  void implementsMethodsOfTopologies() throws Exception {
    fill("one", "a");
    assertThat(engine.getName()).isEqualTo("Strata");
    assertThat(engine.isCacheEnabled()).isTrue();
    assertThat(engine.waitForCacheInitialization(1_000)).isTrue();
    assertThat(engine.getMaxSize()).isGreaterThan(64L << 20);
    assertThat(engine.getFreeSize()).isPositive();
    assertThat(engine.size()).isPositive();
    assertThat(engine.getCurrentDataSize()).isPositive();
    assertThat(engine.getDataBlockCount()).isEqualTo(BLOCKS);
    HFileBlock block = onHeap("a", BlockType.DATA, 1, 1_000);
    assertThat(engine.blockFitsIntoTheCache(block)).contains(true);
    BlockCacheKey first = key("one", "a", 1, BlockType.DATA);
    assertThat(engine.getBlockSize(first)).contains(block.getOnDiskSizeWithHeader());
    assertThat(engine.isAlreadyCached(first)).isPresent();
    assertThat(read("one", "a", 1, BlockType.DATA)).isTrue();
    assertThat(engine.getStats().getHitCount()).isEqualTo(1);
    assertThat(engine.evictBlock(first)).isTrue();
    assertThat(engine.evictBlocksRangeByHfileName("a", 2, 4)).isEqualTo(3);
    assertThat(engine.evictBlocksByHfileName("a")).isEqualTo(BLOCKS - 3);
    assertThat(engine.getBlockCount()).isZero();
  }

  @Test
  void cachesBlockAtOnceIfWaiting() {
    BlockCacheKey key = key("one", "a", 0, BlockType.DATA);
    engine.cacheBlock(key, onHeap("a", BlockType.DATA, 0, 1_000), false, true);
    Cacheable found = engine.getBlock(key, true, false, true);
    Objects.requireNonNull(found).release();
  }

  @Test
  void rejectsStateOfAnotherFormat() throws Exception {
    StrataCacheEngine component = new StrataCacheEngine(cache);
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    component.save(saved);
    component.restore(new ByteArrayInputStream(saved.toByteArray()));
    assertThat(component.getPersistenceId()).doesNotContain("/").isNotEmpty();
    assertThatThrownBy(() -> component.restore(new ByteArrayInputStream(new byte[] {'x'})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("strata-1");
  }
}
