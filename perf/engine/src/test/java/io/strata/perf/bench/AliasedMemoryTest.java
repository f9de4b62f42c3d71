package io.strata.perf.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AliasedMemoryTest {
  private static final int APART = 2;

  @TempDir Path folder;

  @BeforeEach
  void requireLinux() {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
  }

  @Test
  void bucketsShareTheirSlotsButNotTheirHeaders() {
    ByteBuffer[] buckets = views(new AliasedMemory(folder, APART).allocate(APART + 1));
    int slots = BucketLayout.BUCKET_BYTES / 2;

    buckets[0].putLong(0, 5);
    buckets[0].putLong(slots, 6);

    assertThat(buckets[APART].getLong(0)).isZero();
    assertThat(contains(buckets[APART], 6)).as("shares").isTrue();
    assertThat(contains(buckets[1], 6)).as("its neighbour shares").isFalse();
  }

  @Test
  void aStoreCompactsInIt() throws Exception {
    CapacityPlan plan = CapacityPlan.of(64 << 20, 64 << 10);
    StoreOptions options = StoreOptions.of(plan).withMemory(new AliasedMemory(folder, APART));
    try (BlockStore<UnwrittenBlock> store = new BlockStore<>(options)) {
      fill(store, "large", 64 << 10);
      fill(store, "small", 8 << 10);
      store.awaitQuiet();

      assertThat(store.statistics().movedBytes()).isPositive();
      assertThat(store.audit()).isEmpty();
    }
  }

  private static void fill(BlockStore<UnwrittenBlock> store, String file, int length)
      throws InterruptedException {
    for (int i = 0; i < (64 << 20) / length; i++) {
      store.insert(file, i, new UnwrittenBlock(length));
      if (i % 16 == 0) {
        store.awaitQuiet();
      }
    }
  }

  private static ByteBuffer[] views(BucketBuffer[] buckets) {
    ByteBuffer[] views = new ByteBuffer[buckets.length];
    for (int i = 0; i < buckets.length; i++) {
      views[i] = buckets[i].view();
    }
    return views;
  }

  private static boolean contains(ByteBuffer bucket, long value) {
    for (int i = 0; i <= bucket.capacity() - Long.BYTES; i += Long.BYTES) {
      if (bucket.getLong(i) == value) {
        return true;
      }
    }
    return false;
  }
}
