package io.strata.readpath;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.testing.Blocks;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Index and bloom blocks that the on-heap tier evicts. */
class OnHeapEvictionTest {
  private static final String FILE = "f";
  private static final int BLOCKS = 200;
  private static final int BLOCK_BYTES = 64 << 10;

  /** An eighth of the blocks fits. */
  private static final int ON_HEAP_BYTES = BLOCKS * BLOCK_BYTES / 8;

  private final StrataCache cache = new StrataCache(conf());

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "64");
    return conf;
  }

  @BeforeEach
  void insertMoreThanOnHeapTierHolds() throws Exception {
    cache.onHeap().setMaxSize(ON_HEAP_BYTES);
    for (int i = 0; i < BLOCKS; i++) {
      cache.cacheBlock(keyOf(i), onHeap(FILE, typeOf(i), i, BLOCK_BYTES));
    }
    cache.offHeap().awaitQuiet();
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    cache.shutdown();
  }

  private static BlockType typeOf(int number) {
    return number % 2 == 0 ? BlockType.LEAF_INDEX : BlockType.BLOOM_CHUNK;
  }

  private static BlockCacheKey keyOf(int number) {
    return key(FILE, number, typeOf(number));
  }

  private HFileBlock read(BlockCacheKey key, boolean caching) {
    HFileBlock block =
        (HFileBlock) Objects.requireNonNull(cache.getBlock(key, caching, false, true));
    Blocks.prove(key, block);
    return block;
  }

  private boolean isOnHeap(int number) {
    return cache.onHeap().getBlock(keyOf(number), false, false, false) != null;
  }

  private int firstEvicted() {
    int number = 0;
    while (isOnHeap(number)) {
      number++;
    }
    return number;
  }

  @Test
  void findsEvictedBlocksOffHeap() {
    for (int i = 0; i < BLOCKS; i++) {
      read(keyOf(i), true);
    }
    assertThat(cache.onHeap().getCurrentSize()).isLessThan(2 * ON_HEAP_BYTES);
    assertThat(cache.onHeap().getStats().getMissCount()).isZero();
  }

  /** HBase holds index blocks without releasing them. */
  @Test
  void servesUncountedCopyFromHeap() throws Exception {
    HFileBlock block = read(keyOf(firstEvicted()), true);
    assertThat(block.isSharedMem()).isFalse();
    cache.evictBlocksByHfileName(FILE);
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    assertThat(cache.offHeap().statistics().bytes()).isZero();
    Blocks.prove(key(FILE, block.getOffset()), block);
  }

  @Test
  void findsBlockByKeyWithoutType() {
    int number = firstEvicted();
    assertThat(read(key(FILE, number, null), true).isSharedMem()).isFalse();
  }

  /** A compaction's reads insert nothing into the cache. */
  @Test
  void promotesOnlyForCachingRead() {
    cache.onHeap().setMaxSize(2 * BLOCKS * BLOCK_BYTES);
    int number = firstEvicted();
    read(keyOf(number), false);
    assertThat(isOnHeap(number)).isFalse();
    read(keyOf(number), true);
    assertThat(isOnHeap(number)).isTrue();
  }

  /** A spilled block was not read. */
  @Test
  void evictionsDoNotCountAsReadsForExpectedHits() {
    assertThat(cache.offHeap().statistics().offered()).isPositive();
    assertThat(cache.offHeap().expectedHits().reads()).isZero();
  }

  @Test
  void evictsBlocksWithTheirFile() {
    cache.evictBlocksByHfileName(FILE);
    for (int i = 0; i < BLOCKS; i++) {
      assertThat(cache.getBlock(keyOf(i), true, false, true)).isNull();
    }
  }

  @Test
  void storesBlocksTooLargeForHeapOffHeap() throws Exception {
    cache.onHeap().setMaxSize(BLOCK_BYTES / 2);
    BlockCacheKey key = key(FILE, BLOCKS, BlockType.LEAF_INDEX);
    cache.cacheBlock(key, onHeap(FILE, BlockType.LEAF_INDEX, BLOCKS, BLOCK_BYTES));
    cache.offHeap().awaitQuiet();
    assertThat(read(key, true).isSharedMem()).isFalse();
  }
}
