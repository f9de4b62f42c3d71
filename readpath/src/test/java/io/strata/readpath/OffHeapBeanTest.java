package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.lang.management.ManagementFactory;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OffHeapBeanTest {
  private static final long BYTES = 32L << 20;

  @AfterEach
  void unregister() throws Exception {
    ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(OffHeapMXBean.NAME));
  }

  @Test
  void shows_the_cache_that_was_registered_last() throws Exception {
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
      assertThat(bean.getRefused()).containsEntry("NO_ROOM", 0L);
      assertThat(bean.audit()).isEmpty();
    } finally {
      before.shutdown();
      after.shutdown();
    }
  }
}
