package io.strata.readpath.cache;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.testing.Blocks;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrataCacheTest {
  private final StrataCache cache = new StrataCache(conf("64"));

  private static Configuration conf(String megabytes) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", megabytes);
    return conf;
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    cache.shutdown();
  }

  private void put(BlockCacheKey key, BlockType type) throws InterruptedException {
    cache.cacheBlock(key, onHeap(key.getHfileName(), type, key.getOffset(), 100));
    cache.offHeap().awaitQuiet();
  }

  private void reconfigure(Configuration conf) throws InterruptedException {
    cache.onConfigurationChange(conf);
    cache.awaitConfiguration();
  }

  private static void read(BlockCacheKey key, Cacheable block) {
    Blocks.prove(key, (HFileBlock) Objects.requireNonNull(block));
    block.release();
  }

  @Test
  void countsReadsAndInsertsForExpectedHits() throws Exception {
    int blocks = 2_000;
    for (int i = 0; i < blocks; i++) {
      cache.cacheBlock(key("f", i, BlockType.DATA), onHeap("f", BlockType.DATA, i, 100));
    }
    cache.offHeap().awaitQuiet();
    for (int turn = 0; turn < 3; turn++) {
      for (int i = 0; i < blocks; i++) {
        BlockCacheKey key = key("f", i, BlockType.DATA);
        read(key, cache.getBlock(key, true, false, true));
      }
    }
    assertThat(cache.offHeap().expectedHits().hitRatioAt(64L << 20)).isBetween(0.7, 0.8);
    assertThat(cache.offHeap().expectedHits().hitRatioAt(64L << 10)).isLessThan(0.1);
  }

  @Test
  void invalidSettingFailsStartupWithKeyAndValue() {
    assertThatThrownBy(() -> new StrataCache(conf("4000000")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("hbase.bucketcache.size")
        .hasMessageContaining("4000000");
    Configuration noEngine = HBaseConfiguration.create();
    assertThatThrownBy(() -> new StrataCache(noEngine))
        .hasMessageContaining("hbase.bucketcache.ioengine");
  }

  /** The limits allow the size, but other users have taken the memory. */
  @Test
  void lackOfMemoryFailsStartupWithKey() {
    long limit = MemoryLimits.ofThisProcess().maxDirect();
    List<ByteBuffer> takenByOthers = new ArrayList<>();
    for (long taken = 0; taken < limit * 3 / 4; taken += 128 << 20) {
      takenByOthers.add(ByteBuffer.allocateDirect(128 << 20));
    }
    assertThatThrownBy(() -> new StrataCache(conf(Long.toString((limit / 2) >> 20))))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("hbase.bucketcache.size")
        .hasMessageContaining("MaxDirectMemorySize");
    assertThat(takenByOthers).isNotEmpty();
  }

  @Test
  void startupReadsEachKeyOnce() {
    Map<String, Integer> reads = new HashMap<>();
    Configuration counted =
        new Configuration(conf("32")) {
          @Override
          public String get(String name) {
            reads.merge(name, 1, Integer::sum);
            return super.get(name);
          }
        };

    CacheSettings settings = CacheSettings.read(counted, MemoryLimits.ofThisProcess());
    StrataCache started = new StrataCache(settings);
    started.shutdown();

    assertThat(started.settings()).isSameAs(settings);
    assertThat(reads).containsKey("hbase.bucketcache.size");
    assertThat(reads.values()).containsOnly(1);
  }

  @Test
  void reloadLogsSettingsThatNeedRestart(@TempDir Path folder) {
    CacheSettings running = cache.settings();
    CacheSettings same = CacheSettings.read(conf("64"), MemoryLimits.ofThisProcess());
    assertThat(Reconfiguration.waitingForRestart(running, same)).isEmpty();
    Configuration changed = conf("96");
    changed.set("hbase.blockcache.stats.periods", "7");
    changed.set("hbase.bucketcache.ioengine", "mmap:" + folder.resolve("blocks"));
    changed.set("strata.offheap.policy", "lru");
    assertThat(
            Reconfiguration.waitingForRestart(
                running, CacheSettings.read(changed, MemoryLimits.ofThisProcess())))
        .hasSize(2)
        .anyMatch(line -> line.contains("stats.periods changes from 12 to 7 at the next start"))
        .anyMatch(line -> line.startsWith("hbase.bucketcache.ioengine changes from "));
  }

  @Test
  void reloadResizesOffHeapTierOrChangesNothing() throws Exception {
    reconfigure(conf("96"));
    assertThat(cache.offHeap().getMaxSize()).isEqualTo(96L << 20);
    reconfigure(conf("junk"));
    reconfigure(conf(Long.toString(1L << 30)));
    reconfigure(conf("1"));
    assertThat(cache.offHeap().getMaxSize()).isEqualTo(96L << 20);
    reconfigure(conf("48"));
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().statistics().bucketBytes()).isLessThan(48L << 20);
  }

  @Test
  void missesAndRejectsAfterShutdown() throws Exception {
    put(key("f", 0, BlockType.DATA), BlockType.DATA);
    cache.shutdown();
    assertThat(cache.getBlock(key("f", 0, BlockType.DATA), true, false, true)).isNull();
    cache.cacheBlock(key("f", 1, BlockType.DATA), onHeap("f", BlockType.DATA, 1, 100));
    assertThat(cache.getBlock(key("f", 1, BlockType.DATA), true, false, true)).isNull();
  }
}
