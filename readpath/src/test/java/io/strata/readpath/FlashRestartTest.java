package io.strata.readpath;

import static io.strata.readpath.testing.FlashCache.BLOCKS;
import static io.strata.readpath.testing.FlashCache.BLOCK_BYTES;
import static io.strata.readpath.testing.FlashCache.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks on flash are recovered by the next cache, whose internal numbers are different. */
class FlashRestartTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  @TempDir private Path folder = Path.of("");

  private FlashCache open() throws InterruptedException {
    return new FlashCache(FlashCache.conf(folder)).awaitRestored();
  }

  private List<Long> writeBlocks() throws InterruptedException {
    List<Long> written = new ArrayList<>();
    try (FlashCache test = open()) {
      test.fill(FILE);
      for (long i = 0; i < BLOCKS; i++) {
        if (test.flash().contains(FILE, i)) {
          written.add(i);
        }
      }
    }
    return written;
  }

  @Test
  void recoversBlocks() throws Exception {
    List<Long> written = writeBlocks();
    assertThat(written).isNotEmpty();
    try (FlashCache test = open()) {
      assertThat(test.statistics().restored()).isEqualTo(written.size());
      for (long i = 0; i < BLOCKS; i++) {
        assertThat(test.read(FILE, i)).as("block %d", i).isEqualTo(written.contains(i));
      }
      assertThat(test.cache().offHeap().getStats().getHitCount()).isEqualTo(written.size());
    }
  }

  @Test
  void reportsRecoveredBytesOfRegions() throws Exception {
    List<Long> written = writeBlocks();
    try (FlashCache test = open()) {
      assertThat(test.cache().waitForCacheInitialization(0)).isTrue();
      test.cache().serve(Map::of, () -> Map.of("half." + FILE, "other", FILE, "region"));
      int size =
          test.cache().offHeap().getBlockSize(FlashCache.key(FILE, written.get(0))).orElseThrow();
      assertThat(test.cache().getRegionCachedInfo().orElseThrow())
          .containsOnlyKeys("region")
          .containsEntry("region", (long) size * written.size());
    }
  }

  /** HBase's balancer moves the region back to where its blocks are. */
  @Test
  void reportsBytesOfRegionMovedAfterRestart() throws Exception {
    writeBlocks();
    try (FlashCache test = open()) {
      OffHeapBlockCache cache = test.cache().offHeap();
      assertThat(cache.waitForCacheInitialization(0)).isTrue();
      AtomicReference<Map<String, String>> server = new AtomicReference<>(Map.of());
      cache.askServer(server::get);
      assertThat(cache.getRegionCachedInfo().orElseThrow())
          .as("before the region is opened")
          .isEmpty();
      server.set(Map.of(FILE, "region"));
      Map<String, Long> bytes = cache.getRegionCachedInfo().orElseThrow();
      assertThat(bytes).containsOnlyKeys("region");
      server.set(Map.of());
      assertThat(cache.getRegionCachedInfo().orElseThrow()).isEqualTo(bytes);
    }
  }

  /** In a rolling restart, the region is on another server by then. */
  @Test
  void reportsBytesOfRegionThatDoesNotReturn() throws Exception {
    Map<String, Long> bytes;
    try (FlashCache test = open()) {
      OffHeapBlockCache cache = test.cache().offHeap();
      cache.askServer(() -> Map.of(FILE, "region"));
      test.fill(FILE);
      assertThat(cache.getRegionCachedInfo().orElseThrow()).containsOnlyKeys("region");
    }
    try (FlashCache test = open()) {
      bytes = test.cache().offHeap().getRegionCachedInfo().orElseThrow();
      int size =
          test.cache().offHeap().getBlockSize(FlashCache.key(FILE, someBlock(test))).orElseThrow();
      assertThat(bytes).isEqualTo(Map.of("region", size * test.statistics().restored()));
    }
    // Again, without a server that reports the region.
    try (FlashCache test = open()) {
      OffHeapBlockCache cache = test.cache().offHeap();
      assertThat(cache.getRegionCachedInfo().orElseThrow()).isEqualTo(bytes);
      assertThat(cache.evictBlocksByHfileName(FILE)).isPositive();
      assertThat(cache.getRegionCachedInfo().orElseThrow()).isEmpty();
    }
    try (FlashCache test = open()) {
      assertThat(test.cache().offHeap().getRegionCachedInfo().orElseThrow()).isEmpty();
    }
  }

  private static long someBlock(FlashCache test) {
    long block = 0;
    while (!test.flash().contains(FILE, block)) {
      block++;
    }
    return block;
  }

  @Test
  void promotesRecoveredBlocks() throws Exception {
    long i = writeBlocks().get(0);
    try (FlashCache test = open()) {
      assertThat(test.read(FILE, i)).isTrue();
      assertThat(test.isInMemory(FILE, i)).as("after one read").isFalse();
      assertThat(test.read(FILE, i)).isTrue();
      test.awaitQuiet();
      assertThat(test.isInMemory(FILE, i)).as("after two").isTrue();
    }
  }

  private static HFileContext checksums(ChecksumType type, int bytes) {
    return new HFileContextBuilder()
        .withHBaseCheckSum(true)
        .withChecksumType(type)
        .withBytesPerCheckSum(bytes)
        .build();
  }

  /** Allocators and kinds of checksum had other numbers in the previous process. */
  @Test
  void doesNotUseNumbersOfPreviousProcess() throws Exception {
    List<HFileBlock> given = new ArrayList<>();
    try (FlashCache test = open()) {
      ByteBuffAllocator[] pools = {Blocks.pool(), Blocks.pool(), ByteBuffAllocator.HEAP};
      for (int i = 0; i < 30; i++) {
        HFileContext context =
            checksums(i % 2 == 0 ? ChecksumType.CRC32 : ChecksumType.CRC32C, 1 << (9 + i % 5));
        BlockType type = i % 3 == 0 ? BlockType.ENCODED_DATA : BlockType.DATA;
        HFileBlock block =
            Blocks.block(FILE, type, i, 1_000 + i, i, pools[i % pools.length], context);
        given.add(Blocks.block(FILE, type, i, 1_000 + i, i, ByteBuffAllocator.HEAP, context));
        test.cache().cacheBlock(Blocks.key(FILE, i, type), block);
        block.release();
      }
      for (int i = 10_000; test.statistics().blocks() < BLOCKS; i++) {
        test.put("other", i);
      }
      for (int i = 0; i < 30; i++) {
        assertThat(test.flash().contains(FILE, i)).as("block %d on the disk", i).isTrue();
        HFileBlock back = Objects.requireNonNull(test.get(FILE, i, false));
        assertThat(back.getByteBuffAllocator())
            .as("allocator of an unpacked block")
            .isSameAs(pools[i % pools.length]);
        back.release();
      }
    }
    try (FlashCache test = open()) {
      // Assigns the numbers to others.
      ByteBuffAllocator another = Blocks.pool();
      HFileBlock first =
          Blocks.block(
              "new", BlockType.DATA, 0, 100, -1, another, checksums(ChecksumType.CRC32C, 77));
      test.cache().cacheBlock(key("new", 0), first);
      first.release();
      for (int i = 0; i < 30; i++) {
        HFileBlock back = Objects.requireNonNull(test.get(FILE, i, false), "block " + i);
        HFileBlock was = given.get(i);
        assertThat(back).isEqualTo(was);
        assertThat(back.getBlockType()).isEqualTo(was.getBlockType());
        assertThat(back.getNextBlockOnDiskSize()).isEqualTo(i);
        assertThat(back.getOnDiskSizeWithHeader()).isEqualTo(was.getOnDiskSizeWithHeader());
        assertThat(back.getHFileContext().getChecksumType())
            .isEqualTo(was.getHFileContext().getChecksumType());
        assertThat(back.getHFileContext().getBytesPerChecksum())
            .isEqualTo(was.getHFileContext().getBytesPerChecksum());
        assertThat(back.getByteBuffAllocator()).isSameAs(ByteBuffAllocator.HEAP);
        back.release();
      }
    }
  }

  @Test
  void recoversNothingIfDisabled() throws Exception {
    assertThat(writeBlocks()).isNotEmpty();
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.restart", "false");
    try (FlashCache test = new FlashCache(conf).awaitRestored()) {
      assertThat(test.statistics().blocks()).isZero();
      for (long i = 0; i < BLOCKS; i++) {
        assertThat(test.read(FILE, i)).isFalse();
      }
    }
  }

  @Test
  void distinguishesOrphanedFilesFromReadOnes() throws Exception {
    long i = writeBlocks().get(0);
    try (FlashCache test = open()) {
      assertThat(test.flash().restoredFiles()).containsExactly(FILE);
      assertThat(test.flash().dropRestored(file -> false)).isZero();
      assertThat(test.read(FILE, i)).isTrue();
      assertThat(test.flash().restoredFiles()).isEmpty();
    }
    try (FlashCache test = open()) {
      assertThat(test.flash().dropRestored(FILE::equals)).isEqualTo(1);
      assertThat(test.read(FILE, i)).isFalse();
    }
  }

  @Test
  void doesNotServeBlocksEvictedByRequest() throws Exception {
    writeBlocks();
    try (FlashCache test = open()) {
      test.cache().evictBlocksByHfileName(FILE);
    }
    try (FlashCache test = open()) {
      for (long i = 0; i < BLOCKS; i++) {
        HFileBlock block = test.get(FILE, i, true);
        if (block != null) {
          // Harmless: names of files are not reused, and the bytes are right.
          Blocks.prove(key(FILE, i), block);
          assertThat(block.getUncompressedSizeWithoutHeader()).isEqualTo(BLOCK_BYTES);
          block.release();
        }
      }
    }
  }
}
