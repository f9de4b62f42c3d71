package io.strata.readpath.cache;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.MemoryLimits;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** Any reloaded configuration is applied completely or changes nothing, and the cache goes on. */
@Tag("fuzz")
class LiveChangeFuzzTest {
  private static final List<String> KEYS =
      List.of(
          "hbase.bucketcache.size",
          "hbase.bucketcache.size",
          "hbase.bucketcache.ioengine",
          "hbase.bucketcache.bucket.sizes",
          "hbase.bucketcache.writer.threads",
          "hbase.bucketcache.writer.queuelength",
          "strata.offheap.policy",
          "hbase.blockcache.stats.period.minutes",
          "hbase.bucketcache.acceptfactor",
          "hfile.block.cache.size",
          "hbase.blockcache.stats.periods",
          "strata.unknown");

  private static final Configuration RUNNING = HBaseConfiguration.create();
  private static final StrataCache CACHE;

  static {
    RUNNING.set("hbase.bucketcache.ioengine", "offheap");
    RUNNING.set("hbase.bucketcache.size", "40");
    RUNNING.set("hbase.server.allocator.pool.enabled", "false");
    CACHE = new StrataCache(RUNNING);
  }

  @AfterAll
  static void nothingLeaked() throws InterruptedException {
    CACHE.offHeap().awaitQuiet();
    assertThat(CACHE.offHeap().audit()).isEmpty();
    CACHE.shutdown();
  }

  @FuzzTest
  void appliesConfigurationCompletelyOrNotAtAll(FuzzedDataProvider data)
      throws InterruptedException {
    Configuration asked = new Configuration(RUNNING);
    while (data.remainingBytes() > 0) {
      asked.set(data.pickValue(KEYS), value(data));
    }
    CacheSettings before = CACHE.settings();
    long bytes = CACHE.offHeap().getMaxSize();

    CACHE.onConfigurationChange(asked);
    CACHE.awaitConfiguration();

    CACHE.offHeap().awaitQuiet();
    long expected = expected(asked, bytes);
    if (isRejected(asked)) {
      assertThat(CACHE.settings()).as("applied settings").isSameAs(before);
    }
    if (expected <= MemoryLimits.ofThisProcess().maxDirect() / 2) {
      assertThat(CACHE.offHeap().getMaxSize()).isEqualTo(expected);
    } else {
      // Whether the memory is available depends on other users in the process.
      assertThat(CACHE.offHeap().getMaxSize()).isIn(expected, bytes);
    }
    assertThat(CACHE.offHeap().statistics().bucketBytes())
        .isLessThanOrEqualTo(CACHE.offHeap().getMaxSize());
  }

  private static boolean isRejected(Configuration asked) {
    try {
      CacheSettings.read(asked, MemoryLimits.ofThisProcess());
      return false;
    } catch (InvalidSettingException e) {
      return true;
    }
  }

  /** Returns the size in a valid configuration with the same engine; else the previous size. */
  private static long expected(Configuration asked, long before) {
    try {
      CacheSettings settings = CacheSettings.read(asked, MemoryLimits.ofThisProcess());
      boolean same = settings.engine().kind() == Engine.Kind.OFFHEAP;
      return same ? settings.offHeapBytes() : before;
    } catch (InvalidSettingException e) {
      return before;
    }
  }

  private static String value(FuzzedDataProvider data) {
    return switch (data.consumeInt(0, 4)) {
      case 0 -> data.consumeString(8);
      case 1 -> Integer.toString(data.consumeInt());
      // Mostly small sizes: large ones take long.
      case 2 -> Float.toString(data.consumeInt(30 << 8, 100 << 8) / 256f);
      case 3 -> data.pickValue(List.of("offheap", "lru", "s3-fifo", "w-tiny-lfu"));
      default -> Float.toString(data.consumeInt(0, 100) / 100f);
    };
  }
}
