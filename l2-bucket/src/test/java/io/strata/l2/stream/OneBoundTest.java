package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.memory.SharedMemory;
import io.strata.l2.testing.Garbage;
import io.strata.l2.testing.TestStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A block store and a stream cache share a memory with a common bound. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class OneBoundTest {
  private static final long BUCKET = BucketLayout.BUCKET_BYTES;

  @Test
  void cacheCanUseMemoryReturnedByTheStore() throws Exception {
    SharedMemory shared = new SharedMemory(24 * BUCKET);
    try (TestStore store =
        new TestStore(StoreOptions.ofBytes(20 * BUCKET).withMemory(shared.part()))) {
      assertThat(shared.heldBytes()).isEqualTo(20 * BUCKET);
      StreamOptions eight = StreamOptions.ofBytes(8 * BUCKET).withMemory(shared.part());
      assertThatThrownBy(() -> new StreamCache(eight))
          .isInstanceOf(OutOfMemoryError.class)
          .hasMessageContaining("Enlarge it, or shrink a cache");
      store.store().controls().resize(16 * BUCKET);
      store.store().awaitQuiet();
      assertThat(Garbage.collectUntil(() -> shared.heldBytes() == 16 * BUCKET)).isTrue();
      try (TestCache cache = new TestCache(eight)) {
        assertThat(shared.heldBytes()).isEqualTo(24 * BUCKET);
        int address = cache.cache().insert(TestCache.bytes(1, 0, 100_000));
        assertThat(cache.read(address)).isEqualTo(TestCache.array(1, 0, 100_000));
        assertThatThrownBy(() -> store.store().controls().resize(17 * BUCKET))
            .isInstanceOf(OutOfMemoryError.class)
            .hasMessageContaining("cannot grow");
        assertThat(shared.heldBytes()).isEqualTo(24 * BUCKET);
        cache.cache().delete(address);
      }
      assertThat(Garbage.collectUntil(() -> shared.heldBytes() == 16 * BUCKET)).isTrue();
      store.store().controls().resize(20 * BUCKET);
      assertThat(shared.heldBytes()).isLessThanOrEqualTo(24 * BUCKET);
    }
  }

  @Test
  void shrinkingStoreReservesNothingMore() throws Exception {
    SharedMemory shared = new SharedMemory(20 * BUCKET);
    StoreOptions options = StoreOptions.ofBytes(20 * BUCKET).withMemory(shared.part());
    try (TestStore test = new TestStore(options)) {
      List<Integer> pins = new ArrayList<>();
      for (int block = 0; test.store().statistics().emptyBuckets() > 0; block++) {
        test.put("file", block, 100_000);
        pins.add(test.store().pin("file", block));
      }
      // With a bucket less, more bytes are left over; but all buckets are pinned, so none is freed.
      long smaller = 19 * BUCKET + 100_000;
      test.store().controls().resize(smaller);
      assertThat(test.store().statistics().configuredBytes()).isEqualTo(smaller);
      assertThat(shared.heldBytes()).isEqualTo(20 * BUCKET);
      pins.forEach(test.store()::unpin);
      test.store().awaitQuiet();
      test.store().controls().resize(20 * BUCKET);
      assertThat(shared.heldBytes()).isEqualTo(20 * BUCKET);
    }
    assertThat(shared.heldBytes()).isLessThanOrEqualTo(20 * BUCKET);
  }
}
