package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.testing.Blocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HBASE-28004, HBASE-29857: after a crash, HBase's persistent cache served wrong blocks or failed
 * to start. With the same files, which HBase's own cache has written, this cache starts empty and
 * works.
 */
@Tag("regression")
class Hbase28004RegressionTest {
  private static final int MEGABYTES = 32;
  private static final int BLOCKS = 200;
  private static final int BLOCK_BYTES = 16 << 10;

  /** The state of the blocks and their list at a start. */
  enum Left {
    /** A proper shutdown. */
    WHOLE {
      @Override
      void damage(List<Path> blocks, Path list) {}
    },
    /** HBASE-28004: the process died while it wrote the list. */
    TORN_LIST {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        truncate(list, Files.size(list) / 2);
      }
    },
    /** HBASE-29857: the list ends after its magic bytes. */
    LIST_WITHOUT_CONTENTS {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        truncate(list, 4);
      }
    },
    EMPTY_LIST {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        truncate(list, 0);
      }
    },
    FOREIGN_LIST {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        scribble(list);
      }
    },
    TRUNCATED_BLOCKS {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        for (Path file : blocks) {
          truncate(file, Files.size(file) / 3);
        }
      }
    },
    FOREIGN_BLOCKS {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        for (Path file : blocks) {
          scribble(file);
        }
      }
    },
    NO_BLOCKS {
      @Override
      void damage(List<Path> blocks, Path list) throws IOException {
        for (Path file : blocks) {
          Files.delete(file);
        }
      }
    };

    abstract void damage(List<Path> blocks, Path list) throws IOException;

    static void truncate(Path file, long size) throws IOException {
      Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) size));
    }

    static void scribble(Path file) throws IOException {
      byte[] bytes = new byte[(int) Files.size(file) + 77];
      new Random(1).nextBytes(bytes);
      Files.write(file, bytes);
    }
  }

  @TempDir Path folder;
  private Path list;

  @BeforeEach
  void nameTheList() {
    list = folder.resolve("list");
  }

  @ParameterizedTest
  @EnumSource(Left.class)
  void fileStartsEmptyAndWorks(Left left) throws Exception {
    startsEmpty("file:" + folder.resolve("blocks"), List.of(folder.resolve("blocks")), left);
  }

  @ParameterizedTest
  @EnumSource(Left.class)
  void fileOfMmapEngineStartsEmptyAndWorks(Left left) throws Exception {
    startsEmpty("mmap:" + folder.resolve("blocks"), List.of(folder.resolve("blocks")), left);
  }

  @ParameterizedTest
  @EnumSource(Left.class)
  void filesStartEmptyAndWork(Left left) throws Exception {
    List<Path> files = List.of(folder.resolve("first"), folder.resolve("second"));
    startsEmpty("files:" + files.get(0) + "," + files.get(1), files, left);
  }

  @ParameterizedTest
  @EnumSource(Left.class)
  void mappedFileStartsEmptyAndWorks(Left left) throws Exception {
    startsEmpty("pmem:" + folder.resolve("blocks"), List.of(folder.resolve("blocks")), left);
  }

  private void startsEmpty(String engine, List<Path> files, Left left) throws Exception {
    // HBase's mapped engines persist no list; the file of its other engine has the same format.
    writeWithHBase(engine.replaceFirst("mmap:|pmem:", "file:"));
    left.damage(files, list);
    byte[] listBefore = Files.readAllBytes(list);

    StrataCache cache = new StrataCache(conf(engine));
    try {
      assertThat(cache.settings().notes())
          .anyMatch(note -> note.contains("hbase.bucketcache.persistent.path"));
      FlashTier onDisks = cache.offHeap().flash();
      if (onDisks != null) {
        onDisks.store().awaitRestored();
      } else {
        for (Path file : files) {
          byte[] bytes = Files.readAllBytes(file);
          assertThat(Arrays.equals(bytes, new byte[bytes.length])).as(file + " is empty").isTrue();
        }
      }
      assertEmpty(cache.offHeap());
      works(cache.offHeap());
      assertThat(Files.readAllBytes(list)).as("HBase's list").isEqualTo(listBefore);
    } finally {
      cache.shutdown();
    }
  }

  /** The blocks of HBase's cache are absent, also for an eviction by file (HBASE-28450). */
  private void assertEmpty(OffHeapBlockCache cache) {
    assertThat(cache.getBlockCount()).isZero();
    assertThat(new StrataSecondLevel(cache)).isEmpty();
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(cache.getBlock(Blocks.key("file", block, BlockType.DATA), true, false, true))
          .as("block " + block)
          .isNull();
    }
    assertThat(cache.evictBlocksByHfileName("file")).isZero();
  }

  /** Inserts the same keys with other contents; an eviction by file finds them (HBASE-28450). */
  private static void works(OffHeapBlockCache cache) throws InterruptedException {
    int bytes = BLOCK_BYTES - 99;
    for (int block = 0; block < BLOCKS; block++) {
      cache.cacheBlock(
          Blocks.key("file", block, BlockType.DATA),
          Blocks.onHeap("file", BlockType.DATA, block, bytes));
    }
    cache.awaitQuiet();
    for (int block = 0; block < BLOCKS; block++) {
      HFileBlock found =
          (HFileBlock)
              Objects.requireNonNull(
                  cache.getBlock(Blocks.key("file", block, BlockType.DATA), true, false, true));
      Blocks.prove(Blocks.key("file", block, BlockType.DATA), found);
      assertThat(Blocks.contentsOf(found)).hasSize(bytes);
      found.release();
    }
    assertThat(cache.evictBlocksByHfileName("file")).isEqualTo(BLOCKS);
    cache.awaitQuiet();
    assertThat(cache.audit()).isEmpty();
    assertThat(cache.statistics().blocks()).isZero();
  }

  private void writeWithHBase(String engine) throws Exception {
    BucketCache cache =
        new BucketCache(engine, MEGABYTES << 20, BLOCK_BYTES, null, 1, BLOCKS, list.toString());
    for (int block = 0; block < BLOCKS; block++) {
      cache.cacheBlock(
          Blocks.key("file", block, BlockType.DATA),
          Blocks.onHeap("file", BlockType.DATA, block, BLOCK_BYTES),
          false,
          true);
    }
    while (cache.getBackingMap().size() < BLOCKS) {
      Thread.sleep(10);
    }
    cache.shutdown();
    assertThat(list).as("the list that HBase wrote").isNotEmptyFile();
  }

  private Configuration conf(String engine) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", engine);
    conf.setInt("hbase.bucketcache.size", MEGABYTES);
    conf.set("hbase.bucketcache.persistent.path", list.toString());
    return conf;
  }
}
