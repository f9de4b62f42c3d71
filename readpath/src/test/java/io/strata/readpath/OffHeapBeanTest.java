package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import java.lang.management.ManagementFactory;
import javax.management.JMX;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OffHeapBeanTest {
  private static final long BYTES = 32L << 20;
  private static final int BLOCK = 8 << 10;

  @AfterEach
  void unregister() throws Exception {
    ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(OffHeapMXBean.NAME));
  }

  @Test
  void publishesLastRegisteredCache() throws Exception {
    OffHeapBlockCache before = new OffHeapBlockCache(StoreOptions.ofBytes(BYTES), 1);
    OffHeapBlockCache after = new OffHeapBlockCache(StoreOptions.ofBytes(2 * BYTES), 1);
    try {
      OffHeapBean.register(before);
      OffHeapBean.register(after);

      OffHeapMXBean bean =
          JMX.newMXBeanProxy(
              ManagementFactory.getPlatformMBeanServer(),
              new ObjectName(OffHeapMXBean.NAME),
              OffHeapMXBean.class);
      assertThat(bean.getConfiguredBytes()).isEqualTo(after.getMaxSize());
      assertThat(bean.getRejected()).containsEntry("NO_ROOM", 0L);
      assertThat(bean.audit()).isEmpty();
    } finally {
      before.shutdown();
      after.shutdown();
    }
  }

  @Test
  @SuppressWarnings("deprecation")
  void oldNameOfRejectedShowsTheSame() throws Exception {
    OffHeapBlockCache cache = new OffHeapBlockCache(StoreOptions.ofBytes(BYTES), 1);
    try {
      OffHeapBean.register(cache);
      OffHeapMXBean bean =
          JMX.newMXBeanProxy(
              ManagementFactory.getPlatformMBeanServer(),
              new ObjectName(OffHeapMXBean.NAME),
              OffHeapMXBean.class);
      assertThat(bean.getRefused()).isNotEmpty().isEqualTo(bean.getRejected());
    } finally {
      cache.shutdown();
    }
  }

  @Test
  void publishesExpectedHitRatios() throws Exception {
    OffHeapBlockCache cache = new OffHeapBlockCache(StoreOptions.ofBytes(BYTES), 1);
    try {
      OffHeapBean.register(cache);
      OffHeapMXBean bean =
          JMX.newMXBeanProxy(
              ManagementFactory.getPlatformMBeanServer(),
              new ObjectName(OffHeapMXBean.NAME),
              OffHeapMXBean.class);
      assertThat(bean.getExpectedHitRatios().values()).containsOnly(0.0);
      // A loop over one and a half times the tier's size: with half the size, LRU never hits; with
      // twice the size, it hits except in the first iteration.
      int blocks = (int) (BYTES / BLOCK * 3 / 2);
      int laps = 10;
      for (int lap = 0; lap < laps; lap++) {
        for (int i = 0; i < blocks; i++) {
          readOrPut(cache, i);
        }
      }
      cache.awaitQuiet();
      assertThat(bean.getExpectedFromBlocks()).isBetween(blocks / 16, blocks / 4);
      assertThat(bean.getExpectedHitRatios())
          .containsOnlyKeys("0.125", "0.25", "0.5", "1.0", "2.0", "4.0", "8.0")
          .hasEntrySatisfying("0.5", each -> assertThat(each).isLessThan(0.1))
          .hasEntrySatisfying("2.0", each -> assertThat(each).isBetween(0.8, 0.95));
      assertThat(bean.getExpectedByteHitRatios())
          .hasEntrySatisfying("2.0", each -> assertThat(each).isBetween(0.8, 0.95));
      assertThat(bean.audit()).isEmpty();
    } finally {
      cache.shutdown();
    }
  }

  private static void readOrPut(OffHeapBlockCache cache, int i) {
    BlockCacheKey key = Blocks.key("file", (long) i * BLOCK, BlockType.DATA);
    Cacheable hit = cache.getBlock(key, true, false, true);
    if (hit != null) {
      hit.release();
      return;
    }
    HFileBlock block = Blocks.onHeap("file", BlockType.DATA, key.getOffset(), BLOCK);
    cache.cacheBlock(key, block);
    block.release();
  }
}
