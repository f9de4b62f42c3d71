package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.EvictionListener;
import io.strata.l2.evict.Victim;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Compressible blocks that were read again are packed instead of evicted. */
class PackedBlocksTest {
  private static final int BLOCK = 60_000;
  private static final String SOFT = ProvingBlock.SOFT;
  private static final String HARD = "hard";
  private static final int ALL_THAT_FIT = 400;
  private static final int MORE_THAN_FIT = 1_000;
  private static final int BLOCKS_AT_A_TIME = 20;

  /** Opens a store with misses so slow that any compression pays. */
  private static TestStore open() {
    TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL).withCompression(DeflateCompressor.COMPRESSION));
    makeMissesSlow(test);
    return test;
  }

  private static void makeMissesSlow(TestStore test) {
    makeMissesTake(test, TimeUnit.SECONDS.toNanos(1));
  }

  private static void makeMissesTake(TestStore test, long nanos) {
    for (int miss = 0; miss < 100; miss++) {
      test.store().packing().noteMiss(nanos, BLOCK);
    }
  }

  /** Reads each block, and inserts those that are missing. */
  private static int read(TestStore test, String file, int blocks) {
    int found = 0;
    for (int block = 0; block < blocks; block++) {
      if (test.read(file, block)) {
        found++;
      } else {
        test.insert(file, block, BLOCK + block);
      }
      if (block % BLOCKS_AT_A_TIME == 0) {
        // At a pace that the packer keeps up with.
        test.awaitQuiet();
      }
    }
    test.awaitQuiet();
    return found;
  }

  @Test
  void nothingIsPackedWhileEverythingFits() {
    try (TestStore test = open()) {
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, ALL_THAT_FIT);
      }
      assertThat(read(test, SOFT, ALL_THAT_FIT)).isEqualTo(ALL_THAT_FIT);
      assertThat(test.store().packing().statistics().packed()).isZero();
    }
  }

  @Test
  void packingFitsMoreBlocks() {
    int raw;
    try (TestStore test = TestStore.small()) {
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      raw = read(test, SOFT, MORE_THAN_FIT);
    }
    try (TestStore test = open()) {
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      assertThat(read(test, SOFT, MORE_THAN_FIT)).isGreaterThan(raw * 5 / 4);
      CompressionStatistics statistics = test.store().packing().statistics();
      assertThat(statistics.packedBlocks()).isPositive();
      assertThat(statistics.packedBytes()).isPositive();
      assertThat(statistics.unpacked()).isPositive();
      assertThat(statistics.packed()).isGreaterThanOrEqualTo(statistics.packedBlocks());
    }
  }

  /** With misses so fast that no compression pays. */
  @Test
  void packingThatDoesNotPayIsOnlyMeasured() {
    AtomicInteger compressed = new AtomicInteger();
    BlockCompressor counting =
        new DeflateCompressor() {
          @Override
          public void compress(ByteBuffer from, ByteBuffer to) {
            compressed.incrementAndGet();
            super.compress(from, to);
          }
        };
    Compression compression = new Compression(new Compressors(List.of(counting)), counting, 100);
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withCompression(compression))) {
      long begin = System.nanoTime();
      makeMissesTake(test, 1);
      for (int round = 0; round < 20; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      // Each after a thousand times the 3 ns for a byte that are assumed at first; two threads may
      // find at the same time that a block is due.
      long pauses = (System.nanoTime() - begin) / (3L * BLOCK * 1_000);
      assertThat(compressed.get()).isBetween(1, 2 * ((int) pauses + 1));
    }
  }

  @Test
  void incompressibleBlocksAreTriedOnce() {
    try (TestStore test = open()) {
      for (int round = 0; round < 20; round++) {
        read(test, HARD, MORE_THAN_FIT);
      }
      CompressionStatistics statistics = test.store().packing().statistics();
      assertThat(statistics.packed()).isZero();
      assertThat(statistics.incompressible()).isPositive();
    }
  }

  /** Verifies a block's bytes in the form in which it is stored. */
  private static void proveStored(Victim victim) {
    ByteBuffer stored = ByteBuffer.allocate(victim.storedLength());
    victim.writeStoredTo(stored);
    assertThat(stored.flip().remaining()).isLessThan(victim.length());
    assertThat(Compressors.rawBytes(stored)).isEqualTo(victim.length());
    ByteBuffer raw = ByteBuffer.allocate(victim.length());
    DeflateCompressor.COMPRESSION.known().unpack(stored, raw);
    ProvingBlock.prove(
        victim.file(), victim.offset(), victim.attributes(), victim.stamp(), raw.flip());
  }

  @Test
  void blocksReachTheLowerTierPacked() {
    AtomicInteger packed = new AtomicInteger();
    AtomicInteger raw = new AtomicInteger();
    EvictionListener listener =
        new EvictionListener() {
          @Override
          public boolean wants(Victim victim) {
            return victim.offset() % 2 == 0;
          }

          @Override
          public void evicted(Victim victim) {
            if (victim.isPacked()) {
              proveStored(victim);
              assertThat(wants(victim)).isTrue();
            }
            (victim.isPacked() ? packed : raw).incrementAndGet();
          }
        };
    try (TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL)
                .withCompression(DeflateCompressor.COMPRESSION)
                .withVictims(listener))) {
      // Blocks that were read once are evicted and not packed.
      for (int block = 0; block < 3 * MORE_THAN_FIT; block++) {
        test.put(SOFT, block, BLOCK + block);
      }
      CompressionStatistics statistics = test.store().packing().statistics();
      assertThat(statistics.packedBlocks()).isZero();
      assertThat(statistics.spilled()).isEqualTo(packed.get());
      assertThat(packed.get()).isGreaterThan(MORE_THAN_FIT / 2);
      assertThat(raw.get()).isGreaterThan(MORE_THAN_FIT / 2);
    }
  }

  /** The configured slots are smaller than the blocks, each of which takes several slots. */
  @Test
  void blocksOfSeveralConfiguredSlotsStayRaw() {
    try (TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL)
                .withSizeClasses(SizeClasses.of(9_000, 33_000))
                .withCompression(DeflateCompressor.COMPRESSION))) {
      makeMissesSlow(test);
      for (int round = 0; round < 8; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      assertThat(test.store().packing().statistics().packed()).isZero();
    }
  }

  /** A block from disk that was packed when slots were larger. */
  @Test
  void blockThatFitsNoSlotIsNotUnpacked() {
    ByteBuffer raw = ByteBuffer.allocateDirect(BLOCK);
    BlockCompressor by = new DeflateCompressor();
    ByteBuffer packed = ByteBuffer.allocateDirect(Compressors.maxPackedBytes(by, BLOCK));
    Compressors.pack(by, raw, packed);
    packed.flip();
    try (TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL)
                .withSizeClasses(SizeClasses.of(9_000, 33_000))
                .withCompression(DeflateCompressor.COMPRESSION))) {
      assertThat(test.store().packing().unpack(packed)).isEqualTo(BlockStore.NONE);
    }
  }

  /** Kept memory may have been damaged after the process ended. */
  @Test
  void damagedBlockIsEvictedAndReported() {
    AtomicBoolean damages = new AtomicBoolean();
    BlockCompressor damaging = new DamagingCompressor(damages);
    Compression compression = new Compression(new Compressors(List.of(damaging)), damaging, 100);
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withCompression(compression))) {
      makeMissesSlow(test);
      for (int round = 0; round < 8; round++) {
        read(test, SOFT, MORE_THAN_FIT);
      }
      // Nothing is packed while the blocks are read.
      test.store().controls().setCompression(new Compression(compression.known(), null, 100));
      test.awaitQuiet();
      long packed = test.store().packing().statistics().packedBlocks();
      assertThat(packed).isPositive();
      damages.set(true);
      // No further blocks are packed while these are read.
      test.store().controls().setCompression(new Compression(compression.known(), null, 100));
      int found = 0;
      for (int block = 0; block < MORE_THAN_FIT; block++) {
        found += test.read(SOFT, block) ? 1 : 0;
      }
      // Some blocks are evicted while others are unpacked, so the listener finds damaged ones, too.
      // A block that is moved while it is unpacked is found once more.
      assertThat(test.errors()).hasSizeBetween((int) packed, 2 * (int) packed);
      assertThat(test.store().statistics().blocks()).isLessThanOrEqualTo(found);
      assertThat(test.store().packing().statistics().packedBlocks()).isZero();
    }
  }

  /** A compressor whose decompression fails once damage is switched on. */
  private record DamagingCompressor(AtomicBoolean damages, DeflateCompressor deflate)
      implements BlockCompressor {
    DamagingCompressor(AtomicBoolean damages) {
      this(damages, new DeflateCompressor());
    }

    @Override
    public int id() {
      return deflate.id();
    }

    @Override
    public String title() {
      return deflate.title();
    }

    @Override
    public int maxCompressedBytes(int bytes) {
      return deflate.maxCompressedBytes(bytes);
    }

    @Override
    public void compress(ByteBuffer from, ByteBuffer to) {
      deflate.compress(from, to);
    }

    @Override
    public void decompress(ByteBuffer from, ByteBuffer to) {
      if (damages.get()) {
        throw new IllegalArgumentException("damaged");
      }
      deflate.decompress(from, to);
    }
  }
}
