package io.strata.flash.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strata.flash.region.Region;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RegionsTest {
  @Test
  void heapBytesBoundsTheHeapOfRegions() {
    int count = 10_000;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Regions regions = new Regions(count);
    for (int i = 0; i < count; i++) {
      regions.set(i, new Region(i, new UUID(i, i), null, i));
    }
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(taken).isLessThanOrEqualTo(Regions.heapBytes(count));
    assertThat(regions.countBegun()).isEqualTo(count);
  }
}
