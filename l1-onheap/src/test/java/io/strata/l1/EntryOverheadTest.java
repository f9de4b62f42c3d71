package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The measured heap per entry of a full tier is close to the stated overhead. */
class EntryOverheadTest {

  private static final int ENTRIES = 200_000;

  @Test
  void theStatedOverheadCoversTheMeasuredOneClosely() {
    Key[] keys =
        LongStream.range(0, 2 * ENTRIES)
            .mapToObj(offset -> new Key("file" + offset % 1000, offset))
            .toArray(Key[]::new);
    long before = heapInUse();
    try (var tier = new OnHeapTier<Key, String>(ENTRIES * 10L, Key::file, EntryListener.none())) {
      for (Key key : keys) {
        tier.put(key, "v", 10, false);
      }
      tier.cleanUp();
      long bytes = heapInUse() - before;

      assertThat(tier.entryCount()).isEqualTo(ENTRIES);
      assertThat((double) bytes / ENTRIES)
          .isBetween(0.75 * OnHeapTier.ENTRY_OVERHEAD_BYTES, 1.0 * OnHeapTier.ENTRY_OVERHEAD_BYTES);
    } finally {
      Reference.reachabilityFence(keys);
    }
  }

  private static long heapInUse() {
    var memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < 3; i++) {
      memory.gc();
    }
    return memory.getHeapMemoryUsage().getUsed();
  }
}
