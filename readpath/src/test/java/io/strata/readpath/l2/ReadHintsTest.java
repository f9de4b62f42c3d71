package io.strata.readpath.l2;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.l2.policy.Policies;
import io.strata.readpath.testing.Blocks;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;

/** Tests that HBase's hints of a read influence eviction. */
class ReadHintsTest {
  private static final int SIZE = 64 << 10;
  private static final int READ = 100;
  private static final int OTHERS = 2_000;

  /** Compactions, and scans without caching, read like this. */
  @Test
  void aReadThatWouldNotCacheItsBlockDoesNotKeepIt() throws Exception {
    StoreOptions options = StoreOptions.ofBytes(32L << 20).withPolicy(Policies.LRU);
    OffHeapBlockCache cache = new OffHeapBlockCache(options, 1);
    put(cache, "caching", READ);
    put(cache, "not caching", READ);
    for (int i = 0; i < OTHERS; i++) {
      cache.cacheBlock(key("other", i, BlockType.DATA), onHeap("other", BlockType.DATA, i, SIZE));
      read(cache, key("caching", i % READ, BlockType.DATA), true);
      read(cache, key("not caching", i % READ, BlockType.DATA), false);
    }
    cache.awaitQuiet();
    assertThat(held(cache, "caching")).isGreaterThan(READ * 9 / 10);
    assertThat(held(cache, "not caching")).isLessThan(READ / 10);
    assertThat(cache.audit()).isEmpty();
    cache.shutdown();
  }

  private static void put(OffHeapBlockCache cache, String file, int blocks) throws Exception {
    for (int i = 0; i < blocks; i++) {
      cache.cacheBlock(key(file, i, BlockType.DATA), onHeap(file, BlockType.DATA, i, SIZE));
    }
    cache.awaitQuiet();
  }

  private static void read(OffHeapBlockCache cache, BlockCacheKey key, boolean caching) {
    Cacheable block = cache.getBlock(key, caching, false, true);
    if (block != null) {
      Blocks.prove(key, (HFileBlock) block);
      block.release();
    }
  }

  private static int held(OffHeapBlockCache cache, String file) {
    int held = 0;
    for (int i = 0; i < READ; i++) {
      BlockCacheKey key = key(file, i, BlockType.DATA);
      held += cache.isAlreadyCached(key).orElse(false) ? 1 : 0;
    }
    return held;
  }
}
