package io.strata.readpath;

import static io.strata.readpath.testing.FlashCache.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.testing.LogLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks that are in memory at a graceful stop are in memory again after the next start. */
class FlashDrainTest {
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  /** As many as fit into memory. */
  private static final int BLOCKS = 300;

  @TempDir private Path folder = Path.of("");

  private Configuration conf(int megabytes) {
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.drain", "600000");
    conf.set("hbase.bucketcache.size", Integer.toString(megabytes));
    return conf;
  }

  private Path list() {
    return folder.resolve("flash.heat");
  }

  /** Inserts blocks into memory only and reads some of them; returns these. */
  private List<Long> writeBlocks(Configuration conf, int blocks) throws Exception {
    List<Long> hot = new ArrayList<>();
    try (FlashCache test = new FlashCache(conf).awaitRestored()) {
      for (long i = 0; i < blocks; i++) {
        test.put(FILE, i);
      }
      assertThat(test.statistics().blocks()).as("blocks on the disk").isZero();
      for (long i = 5; i < blocks; i += 10) {
        assertThat(test.read(FILE, i)).isTrue();
        hot.add(i);
      }
    }
    assertThat(list()).exists();
    return hot;
  }

  private FlashCache openAndAwaitRefill(Configuration conf) throws Exception {
    FlashCache test = new FlashCache(conf).awaitRestored();
    while (Files.exists(list())) {
      Thread.sleep(2);
    }
    test.awaitQuiet();
    return test;
  }

  private static int inMemory(FlashCache test, int blocks) {
    int count = 0;
    for (long i = 0; i < blocks; i++) {
      count += test.isInMemory(FILE, i) ? 1 : 0;
    }
    return count;
  }

  @Test
  void restoresBlocksToMemory() throws Exception {
    try (LogLines log = new LogLines()) {
      writeBlocks(conf(64), BLOCKS);
      assertThat(log.lines())
          .anyMatch(line -> line.startsWith("Drained 300 blocks (18 MB) from memory to flash in "))
          .anyMatch(line -> line.endsWith("; 0 were there already, 0 remain"));
      try (FlashCache test = openAndAwaitRefill(conf(64))) {
        assertThat(log.lines())
            .anyMatch(
                line -> line.startsWith("Refilled memory with 300 blocks (18 MB) from flash"));
        assertThat(inMemory(test, BLOCKS)).isEqualTo(BLOCKS);
        assertThat(test.statistics().hits()).as("reads of the disk that count").isZero();
        assertThat(test.flash().restoredFiles()).as("not requested").containsExactly(FILE);
        for (long i = 0; i < BLOCKS; i++) {
          assertThat(test.read(FILE, i)).isTrue();
        }
        assertThat(test.statistics().hits()).isZero();
      }
    }
  }

  @Test
  void restoresHottestBlocksToSmallerMemory() throws Exception {
    int blocks = 800;
    List<Long> hot = writeBlocks(conf(96), blocks);
    try (FlashCache test = openAndAwaitRefill(conf(32))) {
      assertThat(hot).allMatch(i -> test.isInMemory(FILE, i));
      assertThat(inMemory(test, blocks)).isBetween(hot.size(), blocks * 2 / 3);
      assertThat(test.cache().offHeap().statistics().evictedForRoom()).isZero();
      for (long i = 0; i < blocks; i++) {
        assertThat(test.flash().contains(FILE, i)).as("block %d on the disk", i).isTrue();
      }
    }
  }

  /** The server serves until its regions are closed, after the drain has begun. */
  @Test
  void servesBlocksDuringDrain() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (FlashCache test = new FlashCache(conf(64)).awaitRestored()) {
      for (long i = 0; i < BLOCKS; i++) {
        test.put(FILE, i);
        test.put("evicted", i, 1_000);
      }
      test.cache()
          .offHeap()
          .restored()
          .skipDrainIf(
              () -> {
                long i = calls.getAndIncrement();
                assertThat(test.read(FILE, i % BLOCKS)).isTrue();
                test.put("new", i);
                assertThat(test.isInMemory("new", i)).isFalse();
                if (i == BLOCKS) {
                  test.cache().evictBlocksByHfileName("evicted");
                }
                assertThat(test.read("evicted", i % BLOCKS)).isEqualTo(i < BLOCKS);
                return false;
              });
    }
    assertThat(calls).hasValueGreaterThan(BLOCKS);
    try (FlashCache test = openAndAwaitRefill(conf(64))) {
      assertThat(inMemory(test, BLOCKS)).isEqualTo(BLOCKS);
      assertThat(test.flash().blocksOf("evicted")).isZero();
      assertThat(test.isInMemory("evicted", 0)).isFalse();
      assertThat(test.flash().blocksOf("new")).isZero();
    }
  }

  @Test
  void doesNotRestoreBlocksEvictedMeanwhile() throws Exception {
    try (FlashCache test = new FlashCache(conf(64)).awaitRestored()) {
      for (int i = 0; i < BLOCKS; i++) {
        test.put(FILE + i, 0);
      }
    }
    try (FlashCache test = new FlashCache(conf(64)).awaitRestored()) {
      for (int i = 0; i < BLOCKS; i += 2) {
        test.cache().evictBlocksByHfileName(FILE + i);
      }
      while (Files.exists(list())) {
        Thread.sleep(2);
      }
      test.awaitQuiet();
      for (int i = 0; i < BLOCKS; i++) {
        assertThat(test.isInMemory(FILE + i, 0)).as("file %d", i).isEqualTo(i % 2 == 1);
      }
    }
  }

  @Test
  void evictsOrphansFromMemory() throws Exception {
    writeBlocks(conf(64), BLOCKS);
    try (FlashCache test = openAndAwaitRefill(conf(64))) {
      assertThat(test.cache().offHeap().restored().files()).containsExactly(FILE);
      assertThat(test.cache().offHeap().restored().evict(FILE::equals)).isEqualTo(1);
      assertThat(test.isInMemory(FILE, 5)).isFalse();
      assertThat(test.read(FILE, 5)).isFalse();
    }
  }

  @Test
  void stopDuringRefillLosesNothing() throws Exception {
    writeBlocks(conf(64), BLOCKS);
    for (int i = 0; i < 3; i++) {
      new StrataCache(conf(64)).shutdown();
      assertThat(list()).exists();
    }
    try (FlashCache test = openAndAwaitRefill(conf(64))) {
      assertThat(inMemory(test, BLOCKS)).isEqualTo(BLOCKS);
    }
  }

  @Test
  void ignoresDamagedList() throws Exception {
    writeBlocks(conf(64), BLOCKS);
    byte[] bytes = Files.readAllBytes(list());
    bytes[bytes.length / 2]++;
    Files.write(list(), bytes);
    try (LogLines log = new LogLines();
        FlashCache test = openAndAwaitRefill(conf(64))) {
      assertThat(inMemory(test, BLOCKS)).isZero();
      assertThat(log.lines()).anyMatch(line -> line.endsWith("flash.heat: it is damaged"));
      assertThat(test.read(FILE, 5)).as("on the disk").isTrue();
    }
  }

  @Test
  void restoresNothingWithoutDrain() throws Exception {
    writeBlocks(conf(64), BLOCKS);
    Configuration conf = conf(64);
    conf.set("strata.flash.drain", "0");
    try (FlashCache test = openAndAwaitRefill(conf)) {
      assertThat(inMemory(test, BLOCKS)).isZero();
      test.put("another", 0);
    }
    assertThat(list()).doesNotExist();
    try (FlashCache test = openAndAwaitRefill(conf(64))) {
      assertThat(test.cache().getBlock(key("another", 0), true, false, true)).isNull();
    }
  }
}
