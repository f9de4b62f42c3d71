package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * HBASE-29862: an eviction missed the blocks in the writer queues; they were found after their file
 * was closed.
 */
@Tag("regression")
@Timeout(120)
class Hbase29862RegressionTest {
  /** Large enough for a writer queue. */
  private static final int QUEUED_BYTES = 300 << 10;

  private final StrataCache both = new StrataCache(conf());
  private final OffHeapBlockCache cache = both.offHeap();

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    // Whole buckets leave enough of this size for the queued blocks.
    conf.setInt("hbase.bucketcache.size", 65);
    conf.setInt("hbase.bucketcache.writer.threads", 1);
    return conf;
  }

  @AfterEach
  void nothingLeaked() throws InterruptedException {
    cache.awaitQuiet();
    assertThat(cache.audit()).isEmpty();
    both.shutdown();
  }

  @Test
  void evictionByFileFindsQueuedBlocks() throws Exception {
    evictionFindsQueuedBlocks(cache -> cache.evictBlocksByHfileName("file"));
  }

  @Test
  void evictionOfRangeFindsQueuedBlocks() throws Exception {
    evictionFindsQueuedBlocks(
        cache -> cache.evictBlocksRangeByHfileName("file", 0, Long.MAX_VALUE));
  }

  @Test
  void evictionByKeyFindsQueuedBlocks() throws Exception {
    evictionFindsQueuedBlocks(
        cache -> {
          for (int block = 0; block < StuckWriter.QUEUED; block++) {
            cache.evictBlock(Blocks.key("file", block, BlockType.DATA));
          }
        });
  }

  private void evictionFindsQueuedBlocks(Consumer<OffHeapBlockCache> eviction) throws Exception {
    try (StuckWriter stuck = new StuckWriter(cache)) {
      stuck.queue("file", QUEUED_BYTES);
      eviction.accept(cache);
      assertNoBlockOf("file", cache);
    }
    cache.awaitQuiet();
    assertNoBlockOf("file", cache);
    assertThat(cache.evictBlocksByHfileName("file")).isZero();
  }

  private static void assertNoBlockOf(String file, OffHeapBlockCache cache) {
    for (int block = 0; block < StuckWriter.QUEUED; block++) {
      BlockCacheKey key = Blocks.key(file, block, BlockType.DATA);
      assertThat(cache.getBlock(key, true, false, false)).as(key.toString()).isNull();
      assertThat(cache.isAlreadyCached(key)).contains(false);
    }
  }
}
