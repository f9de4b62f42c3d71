package io.strata.readpath.l2;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.l2.BlockStore;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.StoreOptions;
import io.strata.readpath.compress.Algorithms;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.testing.Blocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that blocks served from compressed ones equal the originals. */
class CompressedBlocksTest {
  private static final int SIZE = 64 << 10;
  private static final int BLOCKS = 800;
  private static final int ROUNDS = 10;

  @ParameterizedTest
  @CsvSource({"lz4,1", "zstd,6"})
  void blocksAreServedOutOfCompressedOnes(String algorithm, int missMillis) throws Exception {
    assumeTrue(Algorithms.runs(algorithm), "this JVM denies sun.misc.Unsafe");
    OffHeapBlockCache cache =
        new OffHeapBlockCache(
            StoreOptions.ofBytes(40L << 20).withCompression(Algorithms.compression(algorithm, 100)),
            3);
    int hits = 0;
    for (int round = 0; round < ROUNDS; round++) {
      hits = 0;
      for (int block = 0; block < BLOCKS; block++) {
        BlockCacheKey key = key(Blocks.SOFT, block * (long) SIZE, BlockType.DATA);
        HFileBlock hit = (HFileBlock) cache.getBlock(key, true, false, true);
        if (hit == null) {
          // Slow misses make compression worthwhile.
          TimeUnit.MILLISECONDS.sleep(missMillis);
          cache.cacheBlock(key, onHeap(Blocks.SOFT, BlockType.DATA, key.getOffset(), SIZE));
          continue;
        }
        hits++;
        Blocks.prove(key, hit);
        assertThat(hit.getBufferReadOnly().hasArray()).as("on the heap").isFalse();
        hit.release();
      }
      cache.awaitQuiet();
    }
    CompressionStatistics statistics = cache.compressionStatistics();
    assertThat(statistics.packedBlocks()).isPositive();
    assertThat(statistics.unpacked()).isPositive();
    assertThat(hits).as("more than fit uncompressed").isGreaterThan(650);
    long stored = cache.statistics().bytes();
    double raw = (double) SIZE * cache.statistics().blocks();
    assertThat(statistics.density(stored)).isCloseTo(raw / stored, withinPercentage(10));
    assertThat(cache.audit()).isEmpty();
    assertThat(cache.inspection().lookForPins().pins()).isZero();
    cache.shutdown();
  }

  /** Inserts more compressible blocks than fit, again and again, as if misses were slow. */
  private static void fill(
      BlockStore<CacheableSource> store, BlockCodec codec, LongFunction<HFileBlock> blocks)
      throws Exception {
    for (int miss = 0; miss < 100; miss++) {
      store.packing().noteMiss(TimeUnit.SECONDS.toNanos(1), SIZE);
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int block = 0; block < BLOCKS; block++) {
        int handle = store.pin(Blocks.SOFT, block);
        if (handle == BlockStore.NONE) {
          HFileBlock made = blocks.apply(block);
          store.insert(Blocks.SOFT, block, codec.encode(made, block, false));
          made.release();
        } else {
          store.unpin(handle);
        }
        if (block % 20 == 0) {
          store.awaitQuiet();
        }
      }
    }
    store.awaitQuiet();
  }

  /** As with {@code hbase.block.data.cachecompressed}. */
  @Test
  void blocksThatHBaseCachesCompressedAreNotCompressed() throws Exception {
    BlockStore<CacheableSource> store =
        new BlockStore<>(
            StoreOptions.ofBytes(40L << 20).withCompression(Algorithms.compression("lz4", 100)));
    assertThat(asInFile(0).isUnpacked()).isFalse();
    fill(store, new BlockCodec(), CompressedBlocksTest::asInFile);
    assertThat(store.packing().statistics().packedBlocks()).isZero();
    assertThat(store.audit()).isEmpty();
    store.close();
  }

  private static HFileBlock asInFile(long offset) {
    return Blocks.asInFile(Blocks.SOFT, BlockType.DATA, offset, SIZE);
  }

  @Test
  void compressedBlocksAreSpilledCompressed(@TempDir Path folder) throws Exception {
    BlockCodec codec = new BlockCodec();
    BlockStore<CacheableSource> store =
        new BlockStore<>(
            StoreOptions.ofBytes(40L << 20).withCompression(Algorithms.compression("lz4", 100)));
    fill(store, codec, offset -> onHeap(Blocks.SOFT, BlockType.DATA, offset, SIZE));
    assertThat(store.packing().statistics().packedBlocks()).isGreaterThan(BLOCKS / 4);
    FlashOptions options =
        new FlashOptions(
            List.of(new DeviceSize(folder.resolve("flash"), 128L << 20)),
            SIZE,
            8L << 20,
            FlashOptions.defaultRing().withRegionBytes(1 << 20),
            RecoveryOptions.cold(),
            Encryption.none(),
            WriteRateOptions.defaults().withMaxWriteBytesPerSecond(0),
            error -> {});
    try (FlashStore flash = new FlashStore(options)) {
      flash.awaitRestored();
      Disks disks = new Disks(new FlashTier(flash, false, false), codec);
      disks.unpackInto(store);
      FlashLevel level = (FlashLevel) disks.level();
      List<Long> written = new ArrayList<>();
      LongAdder stored = new LongAdder();
      store
          .inspection()
          .visitHottestFirst(
              block -> {
                while (level.offer(block, true) != null) {
                  // Retry: the writer is behind.
                  LockSupport.parkNanos(1_000_000);
                }
                stored.add(block.storedLength());
                return written.add(block.offset());
              });
      // How many blocks are packed depends on how many fit, so compare with what memory holds.
      assertThat(flash.statistics().acceptedBytes()).isEqualTo(stored.sum());

      store.evictRange(Blocks.SOFT, 0, Long.MAX_VALUE);
      for (long offset : written) {
        BlockFromFlash block = level.find(Blocks.SOFT, offset, true, follower -> {});
        assertThat(block).isNotNull();
        Blocks.prove(key(Blocks.SOFT, offset), block);
        block.release();
      }
      assertThat(flash.statistics().damaged()).isZero();
      store.awaitQuiet();
      assertThat(store.audit()).isEmpty();
      assertThat(flash.audit()).isEmpty();
    }
    store.close();
  }
}
