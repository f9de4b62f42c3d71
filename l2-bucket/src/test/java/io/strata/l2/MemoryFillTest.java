package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.SparseFile;
import io.strata.l2.testing.TestStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large store is usable while most of its memory is still being allocated. */
class MemoryFillTest {
  private static final long BUCKET = BucketLayout.BUCKET_BYTES;
  private static final long LARGE = 4 * BucketMemory.FIRST_BUCKETS * BUCKET;
  private static final int PLANNED = CapacityPlan.of(LARGE).buckets();
  private static final int BLOCK = 64_000;

  @TempDir private Path folder = Path.of("");

  /** Memory whose buckets after the first ones are delayed or not available. */
  private final class LateMemory implements BucketMemory {
    private final BucketMemory source = new SparseFile(folder);
    private final CountDownLatch allowed = new CountDownLatch(1);
    private final AtomicInteger given = new AtomicInteger();
    private final int limit;

    LateMemory(int limit) {
      this.limit = limit;
    }

    @Override
    public boolean isResizable() {
      return true;
    }

    @Override
    public int first(int buckets) {
      return Math.min(buckets, FIRST_BUCKETS);
    }

    @Override
    public BucketBuffer[] allocate(int buckets) {
      if (given.get() > 0) {
        try {
          allowed.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      if (given.addAndGet(buckets) > limit) {
        throw new OutOfMemoryError("no memory, on purpose");
      }
      return source.allocate(buckets);
    }
  }

  @Test
  void storeServesWhileMemoryIsAllocated() throws Exception {
    LateMemory memory = new LateMemory(Integer.MAX_VALUE);
    try (TestStore test = new TestStore(StoreOptions.ofBytes(LARGE).withMemory(memory))) {
      assertThat(test.store().statistics().bucketBytes())
          .isEqualTo(BucketMemory.FIRST_BUCKETS * BUCKET);
      test.insert("file", 0, BLOCK);
      assertThat(test.read("file", 0)).isTrue();
      assertThat(test.store().hasAllMemory()).isFalse();
      CompletableFuture<Void> resize =
          CompletableFuture.runAsync(() -> test.store().controls().resize(LARGE + 8 * BUCKET));
      assertThat(resize).as("a resize waits for the memory").isNotDone();
      memory.allowed.countDown();
      resize.get();
      test.awaitQuiet();
      assertThat(test.store().hasAllMemory()).isTrue();
      assertThat(test.store().statistics().bucketBytes())
          .isEqualTo(CapacityPlan.of(LARGE).resized(LARGE + 8 * BUCKET).bucketBytes());
      assertThat(test.read("file", 0)).isTrue();
    }
  }

  @Test
  void failedAllocationLeavesASmallerStoreAndIsReported() throws Exception {
    LateMemory memory = new LateMemory(BucketMemory.FIRST_BUCKETS);
    memory.allowed.countDown();
    try (TestStore test = new TestStore(StoreOptions.ofBytes(LARGE).withMemory(memory))) {
      test.put("file", 0, BLOCK);
      assertThat(test.errors()).isNotEmpty().allMatch(OutOfMemoryError.class::isInstance);
      StoreStatistics now = test.store().statistics();
      assertThat(now.bucketBytes()).isEqualTo(BucketMemory.FIRST_BUCKETS * BUCKET);
      assertThat(now.configuredBytes())
          .isEqualTo(LARGE - (PLANNED - BucketMemory.FIRST_BUCKETS) * BUCKET);
      test.store().controls().resize(now.configuredBytes() - 8 * BUCKET);
      test.awaitQuiet();
      assertThat(test.read("file", 0)).isTrue();
    }
  }

  @Test
  void closedStoreAllocatesNoMoreMemory() throws Exception {
    LateMemory memory = new LateMemory(Integer.MAX_VALUE);
    TestStore test = new TestStore(StoreOptions.ofBytes(LARGE).withMemory(memory));
    Thread close = new Thread(test.store()::close);
    close.start();
    while (close.isAlive() && !waitsForMemory(close)) {
      Thread.sleep(1);
    }
    memory.allowed.countDown();
    close.join();
    assertThat(memory.given.get()).isLessThan(PLANNED);
  }

  /** Before that, the allocation might be over before the store is closed. */
  private static boolean waitsForMemory(Thread close) {
    return Arrays.stream(close.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().equals(MemoryFill.class.getName())
                    && frame.getMethodName().equals("await"));
  }

  /** Some used memory may be garbage, or the size too large: an eager allocation finds out. */
  @Test
  void allMemoryIsAllocatedAtOnceWhenItMayNotFit() {
    int limit = (int) (Runtime.getRuntime().maxMemory() / BUCKET);
    int some = BucketMemory.FIRST_BUCKETS + 1;
    assertThat(BucketMemory.direct().first(some)).isEqualTo(BucketMemory.FIRST_BUCKETS);
    assertThat(BucketMemory.direct().first(16 * limit)).isEqualTo(16 * limit);
  }
}
