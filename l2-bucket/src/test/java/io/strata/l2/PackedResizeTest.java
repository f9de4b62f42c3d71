package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.compress.FilePacker;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A store with compression is resized while blocks wait to be packed. */
class PackedResizeTest {
  private static final long BYTES = 64L << 20;
  private static final int SMALL = 1_000;
  private static final int MORE_SMALL_THAN_FIT = 80_000;
  private static final int ROUNDS = 3;
  private static final int LARGE = 120_000;
  private static final int MORE_LARGE_THAN_FIT = 500;

  /** Collections that find the memory of the removed buckets. */
  private static final int COLLECTIONS = 3;

  /** Memory of which the collector frees each bucket by itself. */
  private static final class SingleBuckets implements BucketMemory {
    @Override
    public boolean isResizable() {
      return true;
    }

    @Override
    public BucketBuffer[] allocate(int buckets) {
      BucketBuffer[] all = new BucketBuffer[buckets];
      Arrays.setAll(all, i -> BucketMemory.direct().allocate(1)[0]);
      return all;
    }
  }

  /** Lets the packer wait after its first block, of which it has no pin any more. */
  private static final class WaitingPacker implements FilePacker {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private boolean hasPacked;

    @Override
    public int pack(String file, BlockCompressor by, ByteBuffer raw, ByteBuffer to) {
      hasPacked = true;
      return FilePacker.PLAIN.pack(file, by, raw, to);
    }

    @Override
    public void work() {
      if (!hasPacked) {
        return;
      }
      reached.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Where the small blocks had their headers, there are large blocks later. */
  @Test
  void slotsThatWaitToBePackedAreNotMistakenForBytesOfOtherBlocks() throws Exception {
    WaitingPacker packer = new WaitingPacker();
    DeflateCompressor deflate = new DeflateCompressor();
    Compression compression =
        new Compression(new Compressors(List.of(deflate)), deflate, packer, 100);
    try (TestStore test =
        new TestStore(
            StoreOptions.of(CapacityPlan.of(BYTES))
                .withMemory(new SingleBuckets())
                .withCompression(compression))) {
      try {
        letManyBlocksWait(test, packer);
        replaceHalfOfTheMemory(test);
        for (int block = 0; block < MORE_LARGE_THAN_FIT; block++) {
          test.insert("large", block, LARGE);
        }
      } finally {
        packer.open.countDown();
      }
      test.awaitQuiet();
      int cached = 0;
      for (int block = 0; block < MORE_LARGE_THAN_FIT; block++) {
        cached += test.read("large", block) ? 1 : 0;
      }
      assertThat(cached).as("large blocks cached").isGreaterThan(50);
    }
  }

  private static void letManyBlocksWait(TestStore test, WaitingPacker packer) {
    for (int miss = 0; miss < 100; miss++) {
      test.store().packing().noteMiss(TimeUnit.SECONDS.toNanos(1), SMALL);
    }
    while (packer.reached.getCount() > 0) {
      readSmallBlocks(test);
    }
    for (int round = 0; round < ROUNDS; round++) {
      readSmallBlocks(test);
    }
  }

  private static void readSmallBlocks(TestStore test) {
    for (int block = 0; block < MORE_SMALL_THAN_FIT; block++) {
      if (!test.read(ProvingBlock.SOFT, block)) {
        test.insert(ProvingBlock.SOFT, block, SMALL);
      }
    }
  }

  private static void replaceHalfOfTheMemory(TestStore test) throws InterruptedException {
    test.store().controls().resize(BYTES / 2);
    while (test.store().statistics().bucketBytes() > BYTES / 2) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(100);
    }
    test.store().controls().resize(BYTES);
  }
}
