package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many threads on a small store, with every byte verified: no torn reads, leaks or lost blocks. */
@Tag("stress")
class BlockStoreStressTest {
  private static final int THREADS = 6;
  private static final int OPERATIONS = 60_000;
  private static final int FILES = 8;
  private static final int BLOCKS = 400;

  private final LongAdder hits = new LongAdder();
  private String prefix = "file";

  /** One of this many file evictions is executed. */
  private int fileEvictionInterval = 1;

  @Test
  void readersNeverSeeAnotherBlocksBytes() throws Exception {
    try (TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL).withWriters(2, 16).withHandOver(30_000))) {
      operateFromManyThreads(test, () -> Thread.sleep(10));
      assertThat(hits.sum()).isGreaterThan(THREADS * OPERATIONS / 100);
      assertThat(test.store().statistics().evictedForRoom()).isGreaterThan(1_000);
    }
  }

  @Test
  void readersNeverSeeAnotherBlocksBytesWhileResizing() throws Exception {
    long small = 2 * TestStore.SMALL;
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(small).withWriters(2, 16).withHandOver(30_000))) {
      SplittableRandom random = new SplittableRandom(99);
      operateFromManyThreads(
          test,
          () -> {
            test.resizeUnlessHeldUp(small + random.nextInt(12) * (long) BucketLayout.BUCKET_BYTES);
            Thread.sleep(random.nextInt(50));
          });
      test.store().controls().resize(small);
      test.store().awaitQuiet();
      assertThat(hits.sum()).isGreaterThan(THREADS * OPERATIONS / 100);
      assertThat(test.store().statistics().bucketBytes()).isLessThan(small);
    }
  }

  @Test
  void readersNeverSeeAnotherBlocksBytesWhilePacking() throws Exception {
    prefix = ProvingBlock.SOFT;
    fileEvictionInterval = 100;
    long small = 2 * TestStore.SMALL;
    try (TestStore test =
        new TestStore(
            StoreOptions.ofBytes(small)
                .withWriters(2, 16)
                .withCompression(DeflateCompressor.COMPRESSION))) {
      SplittableRandom random = new SplittableRandom(100);
      operateFromManyThreads(
          test,
          () -> {
            // Alternates between misses for which packing does and does not pay.
            long nanos = random.nextBoolean() ? 1_000 : 1_000_000_000;
            for (int miss = 0; miss < 50; miss++) {
              test.store().packing().noteMiss(nanos, 60_000);
            }
            int buckets = random.nextInt(12);
            test.resizeUnlessHeldUp(small + buckets * (long) BucketLayout.BUCKET_BYTES);
            Thread.sleep(random.nextInt(50));
          });
      CompressionStatistics statistics = test.store().packing().statistics();
      assertThat(hits.sum()).isGreaterThan(THREADS * OPERATIONS / 100);
      assertThat(statistics.packed()).isGreaterThan(100);
      assertThat(statistics.unpacked()).isGreaterThan(100);
      assertThat(statistics.promoted()).isPositive();
    }
  }

  private interface Meanwhile {
    void run() throws InterruptedException;
  }

  private void operateFromManyThreads(TestStore test, Meanwhile meanwhile) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      long seed = thread;
      running.add(threads.submit(() -> operate(test, new SplittableRandom(seed))));
    }
    while (!running.stream().allMatch(Future::isDone)) {
      meanwhile.run();
    }
    for (Future<?> each : running) {
      each.get();
    }
    threads.shutdown();
  }

  private record HeldPin(String file, long offset, int handle) {}

  private void operate(TestStore test, SplittableRandom random) {
    Deque<HeldPin> held = new ArrayDeque<>();
    for (int i = 0; i < OPERATIONS; i++) {
      String file = prefix + random.nextInt(FILES);
      int offset = random.nextInt(BLOCKS);
      switch (random.nextInt(100)) {
        case 0 -> {
          if (random.nextInt(fileEvictionInterval) == 0) {
            test.store().evictFile(file);
          }
        }
        case 1, 2 -> test.store().evict(file, offset);
        case 3 -> test.store().evictRange(file, offset, offset + 20L);
        case 4, 5, 6, 7, 8, 9 -> {
          int handle = test.store().pin(file, offset);
          if (handle != BlockStore.NONE) {
            held.add(new HeldPin(file, offset, handle));
          }
        }
        default -> {
          if (test.read(file, offset)) {
            hits.increment();
          } else {
            test.insert(file, offset, length(offset));
          }
        }
      }
      if (held.size() > 20) {
        release(test, held.poll());
      }
    }
    held.forEach(pin -> release(test, pin));
  }

  private void release(TestStore test, HeldPin pin) {
    test.provePinned(pin.file, pin.offset, pin.handle);
    test.store().unpin(pin.handle);
  }

  /** Returns lengths of several size classes, so that buckets keep changing class. */
  private static int length(int offset) {
    return switch (offset % 5) {
      case 0 -> 3_000 + 10 * offset;
      case 1 -> 16_000 + offset;
      case 2 -> 65_536 + offset;
      case 3 -> 130_000 + offset;
      default -> offset % 3 == 0 ? 700_000 + offset : 30_000;
    };
  }
}
