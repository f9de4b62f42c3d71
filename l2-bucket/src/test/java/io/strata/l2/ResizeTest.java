package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.MappedFiles;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.TestStore;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The effect of a resize on blocks, buckets and memory. */
class ResizeTest {
  private static final int KB = 1 << 10;

  @Test
  void blocksThatAreReadAreMovedOutOfRemovedBuckets() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(128L << 20))) {
      // So the blocks that are read lie in the buckets that are removed.
      for (int i = 0; i < 120; i++) {
        test.put("first", i, 700 * KB);
      }
      for (int i = 0; i < 400; i++) {
        test.put("read", i, 64 * KB);
      }
      for (int i = 0; i < 400; i++) {
        test.put("large", i, 700 * KB);
        // Otherwise they would not count as read for long.
        for (int read = 0; i % 10 == 0 && read < 400; read++) {
          if (!test.read("read", read)) {
            test.put("read", read, 64 * KB);
          }
        }
      }
      assertThat(readAll(test, 400)).as("blocks read, before").isEqualTo(400);
      test.store().controls().resize(48L << 20);
      test.store().awaitQuiet();
      StoreStatistics end = test.store().statistics();
      assertThat(end.bucketBytes()).isLessThan(48L << 20);
      assertThat(end.configuredBytes()).isEqualTo(48L << 20);
      assertThat(end.moved()).isGreaterThan(100);
      assertThat(readAll(test, 400)).as("blocks read, afterwards").isEqualTo(400);
    }
  }

  /** Returns the number of blocks cached. */
  private static int readAll(TestStore test, int blocks) {
    int cached = 0;
    for (int i = 0; i < blocks; i++) {
      cached += test.read("read", i) ? 1 : 0;
    }
    return cached;
  }

  @Test
  void bucketIsRemovedWhenItsLastBlockIsReleased() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(64L << 20))) {
      List<Integer> pins = fillAndPin(test);
      long before = test.store().statistics().bucketBytes();
      test.store().controls().resize(40L << 20);
      test.store().awaitQuiet();
      assertThat(test.store().statistics().bucketBytes()).isEqualTo(before);
      for (int block = 0; block < pins.size(); block++) {
        test.provePinned("file", block, pins.get(block));
        test.store().unpin(pins.get(block));
      }
      test.store().awaitQuiet();
      assertThat(test.store().statistics().bucketBytes()).isLessThan(40L << 20);
    }
  }

  @Test
  void addedMemoryIsUsed() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(64L << 20))) {
      for (int i = 0; i < 1_000; i++) {
        test.put("file", i, 64 * KB);
      }
      test.store().controls().resize(128L << 20);
      for (int i = 1_000; i < 3_000; i++) {
        test.put("file", i, 64 * KB);
      }
      assertThat(test.store().statistics().bytes()).isGreaterThan(115L << 20);
    }
  }

  @Test
  void bucketsCanBeVisitedWhileMoreAreAdded() throws Exception {
    StoreOptions options = StoreOptions.ofBytes(TestStore.SMALL).withMemory(new SharedBucket());
    try (TestStore test = new TestStore(options)) {
      BlockStore<?> store = test.store();
      AtomicBoolean grown = new AtomicBoolean();
      CompletableFuture<Void> visits =
          CompletableFuture.runAsync(
              () -> {
                while (!grown.get()) {
                  store
                      .inspection()
                      .forEachIn(store.inspection().buckets() - 1, (f, o, l, a, s, m, pins) -> {});
                }
              });
      for (int step = 1; step <= 5_000; step++) {
        store.controls().resize(TestStore.SMALL + step * (long) BucketLayout.BUCKET_BYTES);
      }
      test.awaitQuiet();
      grown.set(true);
      visits.get();
    }
  }

  /** Bytes reserved besides the buckets after the close would be lost to all other caches. */
  @Test
  void closeDuringAResizeReturnsReservedBytes() throws Exception {
    for (int round = 0; round < 50; round++) {
      SharedBucket memory = new SharedBucket();
      StoreOptions options = StoreOptions.ofBytes(TestStore.SMALL).withMemory(memory);
      try (TestStore test = new TestStore(options)) {
        assertThat(memory.reserved.get()).isPositive();
        CountDownLatch resized = new CountDownLatch(1 + round % 5);
        CompletableFuture<Void> resizes =
            CompletableFuture.runAsync(() -> resizeOften(test.store().controls(), resized));
        resized.await();
        test.store().close();
        assertThat(memory.reserved.get()).as("round %d, closed", round).isZero();
        resizes.get();
        assertThat(memory.reserved.get()).as("round %d, resized after that", round).isZero();
      }
    }
  }

  private static void resizeOften(Controls controls, CountDownLatch resized) {
    for (int step = 0; step < 100; step++) {
      controls.resize(TestStore.SMALL + step % 7 * (3L << 20));
      resized.countDown();
    }
  }

  @Test
  void resizeOfAClosedStoreHasNoEffect() {
    SharedBucket memory = new SharedBucket();
    StoreOptions options = StoreOptions.ofBytes(2 * TestStore.SMALL).withMemory(memory);
    try (TestStore test = new TestStore(options)) {
      BlockStore<?> store = test.store();
      store.close();
      store.controls().resize(4 * TestStore.SMALL);
      store.controls().resize(TestStore.SMALL);
      store.controls().setPolicy(Policies.LRU);
      store.controls().setWriters(2, 8);
      assertThat(store.statistics().configuredBytes()).isEqualTo(2 * TestStore.SMALL);
      assertThat(memory.reserved.get()).isZero();
    }
  }

  /** A single bucket used in place of all, for a store without blocks. */
  private static final class SharedBucket implements BucketMemory {
    private final BucketBuffer bucket = BucketMemory.direct().allocate(1)[0];
    private final AtomicLong reserved = new AtomicLong();

    @Override
    public void reserve(long bytes) {
      reserved.addAndGet(bytes);
    }

    @Override
    public BucketBuffer[] allocate(int buckets) {
      BucketBuffer[] all = new BucketBuffer[buckets];
      Arrays.fill(all, bucket);
      return all;
    }

    @Override
    public boolean isResizable() {
      return true;
    }
  }

  /** Removed buckets belong to the process until they are collected, which may be never. */
  @Test
  void shrinkingAndGrowingStaysWithinTheConfiguredBytes() throws Exception {
    long before = directBytesAfterCollection();
    try (TestStore test = new TestStore(StoreOptions.ofBytes(256L << 20))) {
      for (int round = 0; round < 4; round++) {
        test.store().controls().resize(64L << 20);
        test.store().awaitQuiet();
        test.store().controls().resize(256L << 20);
        // An allocation holds up to fifteen buckets, and stays whole if some of them are removed.
        assertThat(directBytes() - before).as("round %d", round).isLessThan((256L + 64) << 20);
      }
    }
  }

  @Test
  void storeCannotGrowWhileRemovedBucketsArePinned() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(64L << 20))) {
      List<Integer> pins = fillAndPin(test);
      test.store().controls().resize(40L << 20);
      assertThatThrownBy(() -> test.store().controls().resize(64L << 20))
          .isInstanceOf(OutOfMemoryError.class)
          .hasMessageContaining("still in use. Retry later");
      assertThat(test.store().statistics().configuredBytes()).isEqualTo(40L << 20);
      pins.forEach(test.store()::unpin);
      test.store().awaitQuiet();
      test.store().controls().resize(64L << 20);
      assertThat(test.store().statistics().configuredBytes()).isEqualTo(64L << 20);
    }
  }

  /** Fills the store with pinned blocks of one file, numbered from 0. */
  private static List<Integer> fillAndPin(TestStore test) {
    int blocks = 0;
    while (test.store().statistics().emptyBuckets() > 0) {
      test.put("file", blocks++, 64 * KB);
    }
    List<Integer> pins = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      pins.add(test.store().pin("file", block));
    }
    return pins;
  }

  /** Earlier tests have left memory that would otherwise be freed in between. */
  private static long directBytesAfterCollection() throws InterruptedException {
    long before;
    long after = directBytes();
    do {
      before = after;
      System.gc();
      Thread.sleep(200);
      after = directBytes();
    } while (after < before);
    return after;
  }

  /** Returns the direct memory of the process, in bytes. */
  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void invalidSizeIsRejectedAndChangesNothing(@TempDir Path folder) throws Exception {
    try (TestStore test = TestStore.small()) {
      assertThatThrownBy(() -> test.store().controls().resize(1 << 20))
          .hasMessageContaining("give at least");
      assertThat(test.store().statistics().configuredBytes()).isEqualTo(TestStore.SMALL);
    }
    MappedFiles files = new MappedFiles(List.of(folder.resolve("file")));
    try (TestStore test = new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withMemory(files))) {
      assertThatThrownBy(() -> test.store().controls().resize(64L << 20))
          .hasMessageContaining("next start");
    }
  }
}
