package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.flash.FlashStatistics;
import io.strata.l2.CompressionStatistics;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.compress.Algorithms;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.testing.InSharedMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks compressed with a dictionary are read by the next process, or are misses without it. */
class DictionaryRestartTest {
  private static final String FILE = Blocks.WORDED + "0123456789abcdef";
  private static final int BYTES = 16_000;

  /** More than fit into memory uncompressed. */
  private static final int BLOCKS = 2_400;

  @TempDir private Path disk = Path.of("");

  @TempDir(factory = InSharedMemory.class)
  private Path memory = Path.of("");

  @BeforeEach
  void requireZstd() {
    assumeTrue(Algorithms.runs("zstd"), "this JVM denies sun.misc.Unsafe");
  }

  private static Configuration withDictionaries(Configuration conf) {
    conf.set("strata.offheap.compression", "zstd");
    conf.set("strata.offheap.compression.cpu", "100");
    conf.set("strata.offheap.compression.dictionaries", "true");
    return conf;
  }

  private Configuration flash() {
    return withDictionaries(FlashCache.conf(disk));
  }

  private Configuration kept(String file) {
    Configuration conf = new Configuration(false);
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "32");
    conf.set("strata.physical.memory.check", "false");
    conf.set("strata.offheap.path", memory.resolve(file).toString());
    return withDictionaries(conf);
  }

  /** Tells the cache that the file belongs to a family, with or without encryption. */
  private static void serve(StrataCache cache, Encryption.Context encryption) {
    cache
        .offHeap()
        .plainFiles()
        .askServer(
            () ->
                List.of(
                    new HFileContextBuilder()
                        .withHFileName(FILE)
                        .withEncryptionContext(encryption)
                        .build()));
    cache.offHeap().families().askServer(() -> Map.of(FILE, "t/f"));
  }

  /** Reads all blocks, and inserts those that miss if asked to; returns the number of hits. */
  private static int read(StrataCache cache, boolean inserts) throws Exception {
    int hits = 0;
    for (int i = 0; i < BLOCKS; i++) {
      BlockCacheKey key = Blocks.key(FILE, i, BlockType.DATA);
      HFileBlock block = (HFileBlock) cache.getBlock(key, true, false, true);
      if (block != null) {
        Blocks.prove(key, block);
        block.release();
        hits++;
      } else if (inserts) {
        // Slow misses make compression worthwhile.
        TimeUnit.MICROSECONDS.sleep(1_500);
        cache.cacheBlock(key, Blocks.onHeap(FILE, BlockType.DATA, i, BYTES));
        if (i % 16 == 0) {
          cache.offHeap().awaitQuiet();
        }
      }
      if (i % 128 == 0) {
        cache.offHeap().plainFiles().refresh();
        cache.offHeap().families().refresh();
      }
    }
    cache.offHeap().awaitQuiet();
    return hits;
  }

  private static void close(StrataCache cache) throws Exception {
    cache.offHeap().awaitQuiet();
    assertThat(cache.offHeap().audit()).isEmpty();
    assertThat(cache.offHeap().inspection().lookForPins().pins()).isZero();
    cache.shutdown();
  }

  private static StrataCache open(Configuration conf) {
    StrataCache cache = new StrataCache(conf);
    assertThat(cache.waitForCacheInitialization(Long.MAX_VALUE)).isTrue();
    return cache;
  }

  private static void fill(StrataCache cache, Path dictionaries) throws Exception {
    serve(cache, Encryption.Context.NONE);
    for (int round = 0; round < 8 && !Files.exists(dictionaries); round++) {
      read(cache, true);
    }
    assertThat(dictionaries).exists();
    read(cache, true);
  }

  @Test
  void keptMemoryKeepsDictionaries() throws Exception {
    Path dictionaries = memory.resolve("kept.dictionaries");
    StrataCache first = open(kept("kept"));
    fill(first, dictionaries);
    read(first, true);
    int cached = read(first, false);
    CompressionStatistics statistics = first.offHeap().compressionStatistics();
    assertThat(statistics.packedShare()).as("less than without a dictionary").isLessThan(0.35);
    long packed = statistics.packedBlocks();
    assertThat(packed).isPositive();
    close(first);
    Files.copy(memory.resolve("kept"), memory.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);

    // A process without the setting reads them, too.
    Configuration without = kept("kept");
    without.set("strata.offheap.compression", "none");
    without.set("strata.offheap.compression.dictionaries", "false");
    StrataCache second = open(without);
    long attached = second.offHeap().restored().attachedBlocks();
    assertThat(attached).isGreaterThan(cached * 9L / 10);
    // It stores the blocks that it reads raw, so others are evicted meanwhile.
    assertThat(read(second, false)).isGreaterThan(cached / 2);
    assertThat(second.offHeap().compressionStatistics().unpacked()).isPositive();
    // A flash tier that is added later keeps the dictionaries, too.
    FlashCache.conf(disk)
        .getPropsWithPrefix("strata.flash.")
        .forEach((key, value) -> without.set("strata.flash." + key, value));
    second.onConfigurationChange(without);
    second.awaitConfiguration();
    assertThat(disk.resolve("flash.dictionaries")).hasSameBinaryContentAs(dictionaries);
    close(second);

    // The same memory without the dictionaries: those blocks are not attached.
    StrataCache third = open(kept("copy"));
    assertThat(third.offHeap().restored().attachedBlocks())
        .isLessThan(attached - packed / 2)
        .isPositive();
    assertThat(read(third, false)).isPositive().isLessThan(cached);
    assertThat(memory.resolve("copy.dictionaries")).doesNotExist();
    close(third);
  }

  @Test
  void disksKeepDictionaries() throws Exception {
    Path dictionaries = disk.resolve("flash.dictionaries");
    StrataCache first = open(flash());
    fill(first, dictionaries);
    first.offHeap().awaitQuiet();
    assertThat(first.offHeap().compressionStatistics().spilled()).isGreaterThan(BLOCKS / 8);
    long written = flashBlocks(first);
    close(first);

    StrataCache second = open(flash());
    assertThat(read(second, false)).isGreaterThanOrEqualTo((int) written * 9 / 10);
    assertThat(damaged(second)).isZero();
    long before = flashBlocks(second);
    close(second);

    Files.delete(dictionaries);
    StrataCache third = open(flash());
    int hits = read(third, false);
    assertThat(hits).isPositive().isLessThan((int) before);
    assertThat(flashBlocks(third)).as("misses are evicted").isLessThan(before);
    // The next look-up finds what the first did.
    assertThat(read(third, false)).isEqualTo(hits);
    close(third);
  }

  @Test
  void encryptedFamiliesGetNoDictionary() throws Exception {
    StrataCache cache = open(kept("kept"));
    Encryption.Context encrypted = Encryption.newContext(new Configuration(false));
    encrypted.setCipher(Encryption.getCipher(new Configuration(false), "AES"));
    serve(cache, encrypted);
    // The first fills the memory, and most of the second's blocks ask for buckets of their size.
    for (int round = 0; round < 3; round++) {
      read(cache, true);
    }
    assertThat(cache.offHeap().compressionStatistics().packed()).isGreaterThan(BLOCKS / 8);
    assertThat(memory.resolve("kept.dictionaries")).doesNotExist();
    close(cache);
  }

  private static long flashBlocks(StrataCache cache) {
    return statistics(cache).blocks();
  }

  private static long damaged(StrataCache cache) {
    return statistics(cache).damaged();
  }

  private static FlashStatistics statistics(StrataCache cache) {
    return Objects.requireNonNull(cache.offHeap().flash()).store().statistics();
  }
}
