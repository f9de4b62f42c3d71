package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.testing.Garbage;
import io.strata.l2.testing.TestStore;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Bucket numbers, memory and blocks of a store that grows and shrinks repeatedly. */
class ManyResizesTest {
  private static final int KB = 1 << 10;
  private static final long MB = 1L << 20;
  private static final long BUCKET = BucketLayout.BUCKET_BYTES;

  /** Maximum bytes that are allocated together, and so freed together. */
  private static final long REMOVED_TOGETHER = 64 * MB;

  @Test
  void reusedBucketNumberNeverNamesALiveBucket() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(32 * MB))) {
      test.put("pinned", 0, 64 * KB);
      int pinned = test.store().pin("pinned", 0);
      for (int round = 0; round < 30; round++) {
        test.store().controls().resize(96 * MB);
        for (int i = 0; i < 1_200; i++) {
          test.insert("file", i, 64 * KB);
        }
        test.awaitQuiet();
        for (int i = 0; i < 1_200; i++) {
          test.read("file", i);
        }
        test.store().controls().resize(32 * MB);
        test.awaitQuiet();
        test.provePinned("pinned", 0, pinned);
        assertThat(test.store().inspection().buckets())
            .as("numbers of buckets in round %d", round)
            .isLessThanOrEqualTo((int) (96 * MB / BUCKET));
      }
      test.store().unpin(pinned);
    }
  }

  @Test
  void moreBucketsThanHandlesCanAddressAreRejected() {
    BucketBuffer[] one = BucketMemory.direct().allocate(1);
    BucketPool pool =
        new BucketPool(
            new SlotTable(one, Policies.LRU.make(1 << 20, 16)),
            SizeClasses.of(64 * KB),
            Runnable::run);
    BucketBuffer[] many = new BucketBuffer[Handle.MAX_BUCKETS];
    Arrays.fill(many, one[0]);
    assertThatThrownBy(() -> pool.growth(many.length, count -> many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "A cache of 1 buckets cannot get %d more: handles address %d more."
                .formatted(Handle.MAX_BUCKETS, Handle.MAX_BUCKETS - 1));
    assertThat(pool.liveBuckets()).isEqualTo(1);
  }

  @Test
  void readersSeeCorrectBytesWhileNumbersAndMemoryAreReused() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(32 * MB))) {
      AtomicBoolean ended = new AtomicBoolean();
      AtomicLong reads = new AtomicLong();
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int reader = 0; reader < 3; reader++) {
        SplittableRandom random = new SplittableRandom(reader);
        readers.add(
            CompletableFuture.runAsync(
                () -> {
                  while (!ended.get()) {
                    int block = random.nextInt(3_000);
                    if (test.read("file", block)) {
                      reads.incrementAndGet();
                    } else {
                      test.insert("file", block, 8 * KB + block * 11);
                    }
                    test.store().inspection().lookForPins();
                  }
                }));
      }
      for (int round = 0; round < 60; round++) {
        test.store().controls().resize(round % 2 == 0 ? 64 * MB : 32 * MB);
        test.awaitQuiet();
      }
      ended.set(true);
      for (CompletableFuture<Void> reader : readers) {
        reader.get();
      }
      assertThat(reads.get()).isPositive();
    }
  }

  /**
   * Each round keeps one bucket more than the one before. Memory removed by a shrink is reused or
   * collected.
   */
  @Test
  void memoryStaysWithinTheConfiguredMaximum() throws Exception {
    long before = directBytes();
    try (TestStore test = new TestStore(StoreOptions.ofBytes(64 * MB))) {
      for (int round = 0; round < 16; round++) {
        long small = 64 * MB + (round + 1) * BUCKET;
        test.store().controls().resize(small + 15 * BUCKET);
        test.awaitQuiet();
        assertThat(directBytes() - before)
            .as("bytes of a larger store in round %d", round)
            .isLessThanOrEqualTo(withAlignment(small + 15 * BUCKET));
        test.store().controls().resize(small);
        test.awaitQuiet();
        if (round % 4 == 3) {
          long most = withAlignment(small) + REMOVED_TOGETHER - BUCKET;
          assertThat(Garbage.collectUntil(() -> directBytes() - before <= most))
              .as("bytes of a smaller store in round %d", round)
              .isTrue();
          assertThat(test.store().inspection().buckets())
              .as("numbers of buckets in round %d", round)
              .isLessThanOrEqualTo((int) (small / BUCKET) + 15);
        }
      }
    }
  }

  private static long withAlignment(long bytes) {
    return bytes + bytes / BUCKET * BucketLayout.ALIGNMENT;
  }

  /** Returns the direct memory of the process, in bytes. */
  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
