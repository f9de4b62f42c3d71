package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that hits are counted like those of HBase's own statistics. */
class OffHeapStatsTest {
  private static final int PERIODS = 3;

  @ParameterizedTest
  @CsvSource({
    "true, true, DATA",
    "true, false, DATA",
    "false, true, ENCODED_DATA",
    "false, false, DATA",
    "true, true, LEAF_INDEX",
    "false, true, BLOOM_CHUNK",
    "true, false,"
  })
  void aHitIsCountedByItsProperties(boolean caching, boolean primary, BlockType type) {
    CacheStats byHBase = new CacheStats("HBase's own", PERIODS);
    try (BlockStore<CacheableSource> store = new BlockStore<>(StoreOptions.ofBytes(64L << 20))) {
      CacheStats stats = new OffHeapStats(store, PERIODS);
      for (CacheStats each : new CacheStats[] {byHBase, stats}) {
        each.hit(caching, primary, type);
        each.hit(caching, primary, type);
        each.miss(caching, primary, type);
      }
      assertSame(stats, byHBase);
    }
  }

  @Test
  void ratiosArePerPeriod() {
    CacheStats byHBase = new CacheStats("HBase's own", PERIODS);
    try (BlockStore<CacheableSource> store = new BlockStore<>(StoreOptions.ofBytes(64L << 20))) {
      CacheStats stats = new OffHeapStats(store, PERIODS);
      for (int period = 1; period <= 2 * PERIODS; period++) {
        for (CacheStats each : new CacheStats[] {byHBase, stats}) {
          for (int hit = 0; hit < period; hit++) {
            each.hit(hit % 2 == 0, true, BlockType.DATA);
          }
          each.miss(true, true, BlockType.DATA);
          each.rollMetricsPeriod();
        }
        assertSame(stats, byHBase);
      }
      assertThat(stats.getSumHitCountsPastNPeriods()).isEqualTo(4 + 5 + 6);
    }
  }

  private static void assertSame(CacheStats stats, CacheStats expected) {
    assertThat(stats.getHitCount()).isEqualTo(expected.getHitCount());
    assertThat(stats.getHitCachingCount()).isEqualTo(expected.getHitCachingCount());
    assertThat(stats.getPrimaryHitCount()).isEqualTo(expected.getPrimaryHitCount());
    assertThat(stats.getDataHitCount()).isEqualTo(expected.getDataHitCount());
    assertThat(stats.getLeafIndexHitCount()).isEqualTo(expected.getLeafIndexHitCount());
    assertThat(stats.getBloomChunkHitCount()).isEqualTo(expected.getBloomChunkHitCount());
    assertThat(stats.getRequestCount()).isEqualTo(expected.getRequestCount());
    assertThat(stats.getRequestCachingCount()).isEqualTo(expected.getRequestCachingCount());
    assertThat(stats.getHitRatio()).isEqualTo(expected.getHitRatio());
    assertThat(stats.getHitCachingRatio()).isEqualTo(expected.getHitCachingRatio());
    assertThat(stats.getHitRatioPastNPeriods()).isEqualTo(expected.getHitRatioPastNPeriods());
    assertThat(stats.getHitCachingRatioPastNPeriods())
        .isEqualTo(expected.getHitCachingRatioPastNPeriods());
    assertThat(stats.getSumHitCachingCountsPastNPeriods())
        .isEqualTo(expected.getSumHitCachingCountsPastNPeriods());
  }
}
