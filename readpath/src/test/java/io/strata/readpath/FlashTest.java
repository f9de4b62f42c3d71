package io.strata.readpath;

import static io.strata.readpath.testing.FlashCache.BLOCKS;
import static io.strata.readpath.testing.FlashCache.BLOCK_BYTES;
import static io.strata.readpath.testing.FlashCache.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks evicted from memory on flash: real blocks, a real file. */
class FlashTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  private static final int INSERTED_AGAIN = 20;

  @TempDir private Path folder = Path.of("");

  private FlashCache open() {
    return new FlashCache(FlashCache.conf(folder));
  }

  @Test
  void readsEvictedBlocksFromFlash() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long evicted = test.cache().offHeap().statistics().evictedForRoom();
      assertThat(evicted).isPositive();
      assertThat(test.statistics().blocks()).isEqualTo(evicted);
      for (int i = 0; i < BLOCKS; i++) {
        assertThat(test.read(FILE, i)).as("block %d", i).isTrue();
      }
      assertThat(test.statistics().hits()).isEqualTo(evicted);
      assertThat(test.cache().offHeap().getStats().getHitCount()).isEqualTo(BLOCKS);
      assertThat(test.cache().offHeap().getStats().getMissCount()).isZero();
    }
  }

  @Test
  void blockFromFlashEqualsOriginalAndIsOffHeap() {
    try (FlashCache test = open()) {
      HFileBlock given =
          Blocks.block(FILE, BlockType.ENCODED_DATA, 77, 100, 4_711, ByteBuffAllocator.HEAP);
      BlockCacheKey key = Blocks.key(FILE, 77, BlockType.ENCODED_DATA);
      test.cache().cacheBlock(key, given);
      for (int i = 1_000; test.isInMemory(FILE, 77); i++) {
        test.put("other", i);
      }
      HFileBlock back =
          (HFileBlock) Objects.requireNonNull(test.cache().getBlock(key, true, false, true));
      assertThat(back).isEqualTo(given);
      assertThat(back.getBlockType()).isEqualTo(BlockType.ENCODED_DATA);
      assertThat(back.getNextBlockOnDiskSize()).isEqualTo(4_711);
      assertThat(back.getOnDiskSizeWithHeader()).isEqualTo(given.getOnDiskSizeWithHeader());
      assertThat(back.isUnpacked()).isTrue();
      assertThat(back.isSharedMem()).isTrue();
      assertThat(back.getBufferReadOnly().hasArray()).as("on the heap").isFalse();
      assertThat(test.flash().blocksInUse()).isEqualTo(1);
      back.retain();
      back.release();
      assertThat(test.flash().blocksInUse()).isEqualTo(1);
      back.release();
      assertThat(test.flash().blocksInUse()).isZero();
    }
  }

  @Test
  void prefetchDoesNotPromoteBlockOnFlash() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long i = test.firstOnFlash(FILE);
      HFileBlock again =
          Blocks.block(FILE, BlockType.DATA, i, FlashCache.BLOCK_BYTES, -1, ByteBuffAllocator.HEAP);
      test.cache().cacheBlock(FlashCache.key(FILE, i), again, false, true);
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).isFalse();
      assertThat(test.flash().contains(FILE, i)).isTrue();
      test.cache().cacheBlock(FlashCache.key(FILE, i), again, false, false);
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("one that was read").isTrue();
    }
  }

  /** The cached bytes of a region or file include both tiers. */
  @Test
  void countsBlockInBothTiersOnce() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      test.cache().offHeap().askServer(() -> Map.of(FILE, "region"));
      int size =
          test.cache().offHeap().getBlockSize(FlashCache.key(FILE, BLOCKS - 1)).orElseThrow();
      provesRegionHas(test, (long) size * BLOCKS);
      long i = test.firstOnFlash(FILE);
      assertThat(test.cache().offHeap().isAlreadyCached(FlashCache.key(FILE, i))).contains(true);
      assertThat(test.cache().offHeap().getBlockSize(FlashCache.key(FILE, i))).contains(size);
      assertThat(test.read(FILE, i)).isTrue();
      assertThat(test.read(FILE, i)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).isTrue();
      provesRegionHas(test, (long) size * BLOCKS);
      assertThat(test.cache().evictBlocksRangeByHfileName(FILE, 0, BLOCKS / 2 - 1))
          .isEqualTo(BLOCKS / 2);
      assertThat(test.cache().evictBlocksByHfileName(FILE)).isEqualTo(BLOCKS - BLOCKS / 2);
      assertThat(test.cache().offHeap().getRegionCachedInfo().orElseThrow()).isEmpty();
      assertThat(test.cache().offHeap().isAlreadyCached(FlashCache.key(FILE, i))).contains(false);
      assertThat(test.cache().offHeap().getBlockSize(FlashCache.key(FILE, i))).isEmpty();
    }
  }

  private static void provesRegionHas(FlashCache test, long bytes) {
    assertThat(test.cache().offHeap().getRegionCachedInfo().orElseThrow())
        .containsOnlyKeys("region")
        .containsEntry("region", bytes);
  }

  @Test
  void spillsBlocksOfSeveralSlots() {
    int large = 5 << 20;
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.region.size", "16m");
    try (FlashCache test = new FlashCache(conf)) {
      for (int i = 0; i < 12; i++) {
        test.put(FILE, i, large);
      }
      assertThat(test.statistics().blocks()).isPositive();
      for (int i = 0; i < 12; i++) {
        assertThat(test.read(FILE, i)).as("block %d", i).isTrue();
      }
    }
  }

  @Test
  void secondCachingReadPromotesBlock() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long i = test.firstOnFlash(FILE);
      assertThat(test.read(FILE, i)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("after one read").isFalse();
      assertThat(test.read(FILE, i, false)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("after one that does not cache").isFalse();
      assertThat(test.read(FILE, i)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("after another").isTrue();
      assertThat(test.cache().offHeap().getStats().promotedBlocks()).isEqualTo(1);
      assertThat(test.flash().blocksInUse()).as("blocks in use after the copy to memory").isZero();
      long hits = test.statistics().hits();
      assertThat(test.read(FILE, i)).isTrue();
      assertThat(test.statistics().hits()).isEqualTo(hits);
    }
  }

  @Test
  void readWithoutCachingDoesNotCountTowardsPromotion() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long i = test.firstOnFlash(FILE);
      assertThat(test.read(FILE, i, false)).isTrue();
      assertThat(test.read(FILE, i)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("after one read that caches").isFalse();
      assertThat(test.read(FILE, i)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("after two").isTrue();
    }
  }

  @Test
  void promotedBlockCountsAsOneReadForExpectedHits() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      double before = test.cache().offHeap().expectedHits().reads();
      long i = test.firstOnFlash(FILE);
      for (int read = 0; read < 3; read++) {
        assertThat(test.read(FILE, i)).isTrue();
        test.awaitQuiet();
      }
      assertThat(test.cache().offHeap().getStats().promotedBlocks()).isEqualTo(1);
      assertThat(test.cache().offHeap().expectedHits().reads()).isEqualTo(before + 3);
    }
  }

  @Test
  void halfFileReferenceFindsBlocksOfWholeFile() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long i = test.firstOnFlash(FILE);
      BlockCacheKey ofHalf = key(FILE + ".fedcba9876543210fedcba9876543210", i);
      HFileBlock block =
          (HFileBlock) Objects.requireNonNull(test.cache().getBlock(ofHalf, true, false, true));
      Blocks.prove(key(FILE, i), block);
      block.release();
    }
  }

  /** Index and bloom blocks are promoted to the heap, where they need not be released. */
  @Test
  void promotesIndexBlockToHeap() {
    try (FlashCache test = open()) {
      BlockCacheKey key = Blocks.key(FILE, 5, BlockType.LEAF_INDEX);
      test.cache().onHeap().setMaxSize(BLOCK_BYTES / 2);
      test.cache().cacheBlock(key, Blocks.onHeap(FILE, BlockType.LEAF_INDEX, 5, BLOCK_BYTES));
      for (int i = 1_000; test.isInMemory(FILE, 5); i++) {
        test.put("other", i);
      }
      test.cache().onHeap().setMaxSize(4 * BLOCK_BYTES);
      HFileBlock back =
          (HFileBlock) Objects.requireNonNull(test.cache().getBlock(key, true, false, true));
      Blocks.prove(key, back);
      assertThat(back.isSharedMem()).isFalse();
      assertThat(test.flash().blocksInUse()).isZero();
      assertThat(test.cache().onHeap().getBlock(key, true, false, false)).isNotNull();
      assertThat(test.isInMemory(FILE, 5)).as("off the heap").isFalse();
    }
  }

  @Test
  void evictionByRequestRemovesBlocksFromFlash() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      test.fill("other");
      long first = test.firstOnFlash(FILE);
      assertThat(test.cache().evictBlock(key(FILE, first))).isTrue();
      assertThat(test.read(FILE, first)).isFalse();

      long second = test.firstOnFlash(FILE);
      assertThat(test.cache().evictBlocksRangeByHfileName(FILE, second, second + 9)).isEqualTo(10);
      for (long i = second; i < second + 10; i++) {
        assertThat(test.read(FILE, i)).isFalse();
      }
      assertThat(test.read(FILE, second + 10)).isTrue();

      test.cache().evictBlocksByHfileName(FILE);
      for (int i = 0; i < BLOCKS; i++) {
        assertThat(test.read(FILE, i)).isFalse();
      }
      assertThat(test.read("other", test.firstOnFlash("other"))).isTrue();
    }
  }

  /** Blocks that are being spilled when their file is evicted are not found afterwards. */
  @Test
  void evictionOfFileRemovesBlocksBeingSpilled() throws Exception {
    try (FlashCache test = open()) {
      for (int round = 0; round < 5; round++) {
        String file = FILE + round;
        for (int i = 0; i < BLOCKS / 2; i++) {
          put(test, file, i);
        }
        long before = test.cache().offHeap().statistics().evictedForRoom();
        AtomicBoolean ended = new AtomicBoolean();
        Thread other =
            new Thread(
                () -> {
                  for (int i = 0; !ended.get(); i++) {
                    put(test, file + "-other", i);
                  }
                });
        other.start();
        while (test.cache().offHeap().statistics().evictedForRoom() < before + 20) {
          Thread.onSpinWait();
        }
        test.cache().evictBlocksByHfileName(file);
        ended.set(true);
        other.join();
        test.awaitQuiet();
        for (int i = 0; i < BLOCKS / 2; i++) {
          assertThat(test.flash().contains(file, i)).isFalse();
        }
      }
    }
  }

  private static void put(FlashCache test, String file, int i) {
    test.cache().cacheBlock(key(file, i), Blocks.onHeap(file, BlockType.DATA, i, BLOCK_BYTES));
  }

  @Test
  void blockOfAnotherSizeReplacesThatOnFlash() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long i = test.firstOnFlash(FILE);
      HFileBlock other =
          Blocks.block(FILE, BlockType.DATA, i, BLOCK_BYTES - 1, -1, ByteBuffAllocator.HEAP);
      test.cache().cacheBlock(key(FILE, i), other);
      assertThat(test.flash().contains(FILE, i)).isFalse();
      evictFromMemory(test, i);
      HFileBlock back = Objects.requireNonNull(test.get(FILE, i, true));
      assertThat(back.getUncompressedSizeWithoutHeader()).isEqualTo(BLOCK_BYTES - 1);
      back.release();
    }
  }

  /** HBase reads such a block from its file and inserts it again; it equals the one on flash. */
  @Test
  void repeatedInsertForLackOfReadBufferKeepsBlockOnFlash() {
    try (FlashCache test = open()) {
      test.fill(FILE);
      List<HFileBlock> held = new ArrayList<>();
      List<Long> missed = new ArrayList<>();
      for (long i = 0; i < BLOCKS && missed.size() < INSERTED_AGAIN; i++) {
        if (test.isInMemory(FILE, i) || !test.flash().contains(FILE, i)) {
          continue;
        }
        HFileBlock block = test.get(FILE, i, true);
        if (block == null) {
          missed.add(i);
        } else {
          held.add(block);
        }
      }
      assertThat(missed).as("reads without a buffer").hasSize(INSERTED_AGAIN);
      assertThat(test.statistics().noBuffer()).isGreaterThanOrEqualTo(INSERTED_AGAIN);
      missed.forEach(i -> test.put(FILE, i));
      held.forEach(HFileBlock::release);
      assertThat(missed).filteredOn(i -> !test.flash().contains(FILE, i)).as("lost").isEmpty();
      assertThat(test.cache().offHeap().getStats().keptBlocks()).isEqualTo(INSERTED_AGAIN);
      missed.forEach(i -> evictFromMemory(test, i));
      assertThat(missed).allMatch(i -> test.read(FILE, i));
    }
  }

  private static void evictFromMemory(FlashCache test, long i) {
    for (int other = 10_000; test.isInMemory(FILE, i); other++) {
      test.put("other", other);
    }
  }

  @Test
  void failedDiskLosesOnlyItsOwnBlocks() throws Exception {
    try (FlashCache test = open()) {
      test.fill(FILE);
      long onFlash = test.firstOnFlash(FILE);
      destroy(folder.resolve("flash"));
      assertThat(test.read(FILE, onFlash)).isFalse();
      int served = 0;
      for (int i = 0; i < BLOCKS; i++) {
        served += test.read(FILE, i) ? 1 : 0;
      }
      assertThat(served).isPositive();
      test.put("other", 0);
      assertThat(test.read("other", 0)).isTrue();
    }
  }

  /** Overwrites every byte, like a disk that loses its contents. */
  private static void destroy(Path file) throws IOException {
    byte[] junk = new byte[1 << 20];
    java.util.Arrays.fill(junk, (byte) 0x5A);
    try (var channel = Files.newByteChannel(file, java.nio.file.StandardOpenOption.WRITE)) {
      for (long at = 0; at < Files.size(file); at += junk.length) {
        channel.position(at).write(java.nio.ByteBuffer.wrap(junk));
      }
    }
  }
}
