package io.strata.readpath;

import static io.strata.readpath.testing.FlashCache.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines of files: the flash tier, with memory only for blocks in flight. */
class FilesAloneTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";
  private static final int MEGABYTES = 192;

  /** Memory for blocks in flight. */
  private static final long MEMORY = MEGABYTES * (1L << 20) / 4;

  @TempDir private Path folder = Path.of("");

  private Configuration conf(String engine) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", engine);
    conf.setInt("hbase.bucketcache.size", MEGABYTES);
    return conf;
  }

  private String two() {
    return "files:" + folder.resolve("first") + "," + folder.resolve("second");
  }

  private static FlashCache open(Configuration conf) throws InterruptedException {
    return new FlashCache(conf).awaitRestored();
  }

  private static void readsAll(FlashCache cache) {
    for (long i = 0; i < FlashCache.BLOCKS; i++) {
      assertThat(cache.read(FILE, i, false)).as("block %d", i).isTrue();
    }
  }

  @Test
  void storesBlocksInAllFiles() throws Exception {
    try (FlashCache test = open(conf(two()))) {
      OffHeapBlockCache cache = test.cache().offHeap();
      assertThat(cache.statistics().configuredBytes()).isEqualTo(MEMORY);
      assertThat(cache.getMaxSize()).isEqualTo(4 * MEMORY);
      long before = cache.size();
      test.fill(FILE);
      assertThat(cache.getBlockCount()).isEqualTo(FlashCache.BLOCKS);
      assertThat(cache.size() - before)
          .isGreaterThan((FlashCache.BLOCKS - 100) * (long) FlashCache.BLOCK_BYTES);
      assertThat(cache.getFreeSize()).isEqualTo(cache.getMaxSize() - cache.size());
      readsAll(test);
      assertThat(test.statistics().hits()).isPositive();
      assertThat(test.cache().evictBlocksByHfileName(FILE)).isPositive();
      for (long i = 0; i < FlashCache.BLOCKS; i++) {
        assertThat(test.read(FILE, i)).as("block %d of the evicted file", i).isFalse();
      }
    }
    for (String name : List.of("first", "second")) {
      assertThat(Files.size(folder.resolve(name))).isBetween(1L, 2 * MEMORY);
    }
  }

  @Test
  void writesBlocksAtOnceAndRecoversAll() throws Exception {
    try (FlashCache test = open(conf(two()))) {
      test.fill(FILE);
      assertThat(test.isInMemory(FILE, FlashCache.BLOCKS - 1)).isTrue();
      assertThat(test.statistics().blocks()).isEqualTo(FlashCache.BLOCKS);
    }
    try (FlashCache test = open(conf(two()))) {
      assertThat(test.cache().offHeap().statistics().blocks()).isZero();
      assertThat(test.statistics().blocks()).isEqualTo(FlashCache.BLOCKS);
      readsAll(test);
    }
  }

  @Test
  void recoversNothingIfDisabled() throws Exception {
    Configuration conf = conf(two());
    conf.set("strata.flash.restart", "false");
    try (FlashCache test = open(conf)) {
      test.fill(FILE);
    }
    try (FlashCache test = open(conf)) {
      assertThat(test.statistics().blocks()).isZero();
    }
  }

  @Test
  void doesNotWriteBlocksThatMayBeEncrypted() throws Exception {
    Configuration conf = conf(two());
    conf.set("hbase.crypto.keyprovider.parameters", "jceks://file/none?password=none");
    conf.set("strata.flash.encryption", "none");
    try (FlashCache test = open(conf)) {
      test.put(FILE, 0);
      assertThat(test.isInMemory(FILE, 0)).isTrue();
      assertThat(test.statistics().blocks()).isZero();
      assertThat(test.cache().offHeap().plainFiles().withheld()).isEqualTo(1);
    }
  }

  /** Returns the offset of a block in a file in which blocks are adjacent. */
  private static long offsetOf(int block) {
    HFileBlock one =
        Blocks.block(FILE, BlockType.DATA, 0, FlashCache.BLOCK_BYTES, -1, ByteBuffAllocator.HEAP);
    long offset = (long) block * one.getOnDiskSizeWithHeader();
    one.release();
    return offset;
  }

  private List<Long> writeFile(Configuration conf) throws InterruptedException {
    List<Long> offsets = new ArrayList<>();
    try (FlashCache test = open(conf)) {
      for (int i = 0; i < FlashCache.BLOCKS; i++) {
        offsets.add(offsetOf(i));
        test.put(FILE, offsetOf(i));
      }
    }
    return offsets;
  }

  /** Reads blocks in order; returns how many others were read with them and promoted. */
  private static long countReadAhead(Configuration conf, List<Long> offsets)
      throws InterruptedException {
    try (FlashCache test = open(conf)) {
      for (long offset : offsets) {
        assertThat(test.read(FILE, offset, false)).as("block at %d", offset).isTrue();
      }
      assertThat(test.cache().offHeap().getStats().getHitCount()).isEqualTo(offsets.size());
      return test.cache().offHeap().getStats().promotedBlocks();
    }
  }

  @Test
  void scanReadsSeveralBlocksWithOneIo() throws Exception {
    Configuration conf = conf("file:" + folder.resolve("first"));
    List<Long> offsets = writeFile(conf);
    assertThat(countReadAhead(conf, offsets)).isGreaterThan(FlashCache.BLOCKS / 2);
  }

  @Test
  void randomReadsReadSingleBlocks() throws Exception {
    Configuration conf = conf("file:" + folder.resolve("first"));
    List<Long> offsets = writeFile(conf);
    Collections.shuffle(offsets, new Random(1));
    // Some blocks follow one another by chance.
    assertThat(countReadAhead(conf, offsets)).isLessThan(FlashCache.BLOCKS / 50);
  }

  @Test
  void prefetchContinuesUntilFilesAreFull() throws Exception {
    HFileBlock block =
        Blocks.block(FILE, BlockType.DATA, 0, FlashCache.BLOCK_BYTES, -1, ByteBuffAllocator.HEAP);
    try (FlashCache test = open(conf("file:" + folder.resolve("first")))) {
      test.fill(FILE);
      assertThat(test.statistics().blocks()).isPositive();
      assertThat(test.cache().offHeap().blockFitsIntoTheCache(block)).contains(true);
      for (int i = 0; !test.flash().isFull(); i++) {
        test.put("other", i);
      }
      assertThat(test.cache().offHeap().blockFitsIntoTheCache(block)).contains(false);
    }
    block.release();
  }

  @Test
  void resizeReopensFiles() throws Exception {
    Configuration conf = conf(two());
    try (FlashCache test = open(conf)) {
      conf.setInt("hbase.bucketcache.size", 2 * MEGABYTES);
      test.reconfigure(conf);
      assertThat(test.cache().settings().flash().orElseThrow().bytes())
          .isEqualTo((2L * MEGABYTES) << 20);
      assertThat(test.cache().offHeap().getMaxSize()).isEqualTo((2L * MEGABYTES) << 20);
      test.put(FILE, 1);
      HFileBlock found = Objects.requireNonNull(test.get(FILE, 1, true));
      Blocks.prove(key(FILE, 1), found);
      found.release();
    }
  }
}
