package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.usage.Owner;
import io.strata.readpath.usage.QuotaKeeper;
import io.strata.readpath.usage.Usage;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory usage of tables and families, with and without quotas. */
class QuotaTest {
  private static final Owner HOG = new Owner("hog", "f");
  private static final Owner HOGS_OTHER = new Owner("hog", "g");
  private static final Owner SMALL = new Owner("ns:small", "f");
  private static final Map<String, Owner> OWNERS =
      Map.of("a1", HOG, "a2", HOGS_OTHER, "b1", SMALL, "t=9f13-b2", SMALL);
  private static final int INSERTS_PER_UPDATE = 20;

  @TempDir private Path folder = Path.of("");

  private Configuration conf(String quotas) {
    Configuration conf = FlashCache.conf(folder);
    conf.unset("strata.flash.path");
    conf.unset("strata.flash.size");
    if (!quotas.isEmpty()) {
      conf.set("strata.offheap.quotas", quotas);
    }
    return conf;
  }

  private static long bytesOf(FlashCache test, Owner owner) {
    Usage usage = Usage.of(test.cache().offHeap(), OWNERS).get(owner);
    return usage == null ? 0 : usage.bytes();
  }

  /** Inserts a small table, then more blocks of another one than fit into memory. */
  private void scan(FlashCache test, Configuration conf, String file) {
    QuotaKeeper keeper = keeper(test, conf);
    for (int i = 0; i < 100; i++) {
      test.put("b1", i);
    }
    for (int i = 0; i < FlashCache.BLOCKS; i++) {
      test.put(file, i);
      if (i % INSERTS_PER_UPDATE == 0) {
        keeper.update(OWNERS);
      }
    }
  }

  @Test
  void scanTakesAllMemoryWithoutQuota() {
    try (FlashCache test = new FlashCache(conf(""))) {
      scan(test, conf(""), "a1");
      assertThat(bytesOf(test, SMALL)).isZero();
    }
  }

  @Test
  void evictsOwnerAboveQuotaFirst() {
    for (String quotas : new String[] {"hog=50%", "other=1g, hog/f=16m", "hog/f=50%,hog=60%"}) {
      Configuration conf = conf(quotas);
      try (FlashCache test = new FlashCache(conf)) {
        scan(test, conf, "a1");
        assertThat(bytesOf(test, SMALL)).as(quotas).isGreaterThan(90L * FlashCache.BLOCK_BYTES);
      }
    }
  }

  @Test
  void competingOwnersShareMemoryByQuota() {
    Configuration conf = conf("hog=25%");
    try (FlashCache test = new FlashCache(conf)) {
      QuotaKeeper keeper = keeper(test, conf);
      for (int i = 0; i < FlashCache.BLOCKS; i++) {
        test.put("a1", i);
        test.put("b1", i);
        if (i % INSERTS_PER_UPDATE == 0) {
          keeper.update(OWNERS);
        }
      }
      long quota = 8L << 20;
      long betweenUpdates = 2L * INSERTS_PER_UPDATE * FlashCache.BLOCK_BYTES;
      assertThat(bytesOf(test, HOG)).isBetween(quota / 2, quota + betweenUpdates);
      assertThat(bytesOf(test, SMALL)).isGreaterThan(2 * quota - betweenUpdates);
    }
  }

  /** Between updates, the cache counts inserts and evictions by itself. */
  @Test
  void oneUpdateSufficesForBlocksInsertedLater() {
    Configuration conf = conf("hog=25%");
    try (FlashCache test = new FlashCache(conf)) {
      keeper(test, conf).update(OWNERS);
      for (int i = 0; i < FlashCache.BLOCKS; i++) {
        test.put("a1", i);
        test.put("b1", i);
      }
      long quota = 8L << 20;
      assertThat(bytesOf(test, HOG)).isBetween(quota / 2, quota + quota / 8);
    }
  }

  private static QuotaKeeper keeper(FlashCache test, Configuration conf) {
    return new QuotaKeeper(
        test.cache().offHeap(), CacheSettings.read(conf, MemoryLimits.ofThisProcess()).quotas());
  }

  @Test
  void freeMemoryIsNotLimitedByQuota() {
    Configuration conf = conf("hog=1%");
    try (FlashCache test = new FlashCache(conf)) {
      QuotaKeeper keeper = keeper(test, conf);
      for (int i = 0; i < 300; i++) {
        test.put("a1", i);
        keeper.update(OWNERS);
      }
      assertThat(bytesOf(test, HOG)).isGreaterThan(300L * FlashCache.BLOCK_BYTES);
    }
  }

  @Test
  void countsFilesUnderAllTheirNames() {
    try (FlashCache test = new FlashCache(conf(""))) {
      test.put("a1", 0);
      test.put("a2", 0);
      test.put("b2", 0);
      test.put("t=9f13-b2", 1);
      test.put("unknown", 0);
      Map<Owner, Usage> usages = Usage.of(test.cache().offHeap(), OWNERS);
      assertThat(usages).containsOnlyKeys(HOG, HOGS_OTHER, SMALL);
      assertThat(usages.get(SMALL).blocks()).isEqualTo(2);
      assertThat(usages.get(SMALL).files()).isEqualTo(2);
      assertThat(usages.get(HOG).bytes()).isGreaterThan(FlashCache.BLOCK_BYTES);
    }
  }

  @Test
  void cacheAppliesQuotasAndTheirChanges() throws Exception {
    try (FlashCache test = new FlashCache(conf("hog=50%"))) {
      test.cache().serve(() -> OWNERS, Map::of);
      for (int i = 0; bytesOf(test, SMALL) == 0 || i < 2_000; i++) {
        test.put(i % 10 == 0 ? "b1" : "a1", i);
      }
      assertThat(test.cache().settings().quotas()).hasSize(1);
      test.reconfigure(conf("hog=no"));
      assertThat(test.cache().settings().quotas()).hasSize(1);
      test.reconfigure(conf(""));
      assertThat(test.cache().settings().quotas()).isEmpty();
      assertThat(test.cache().metrics().read())
          .anyMatch(
              reading ->
                  reading.id().getName().equals("strata.table.used")
                      && "ns:small".equals(reading.id().getTag("table")));
    }
  }
}
