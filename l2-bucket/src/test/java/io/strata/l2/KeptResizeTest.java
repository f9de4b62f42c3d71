package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resizing a store with kept memory, and its files with it. */
class KeptResizeTest {
  private static final int BLOCK = 60_000;
  private static final int BLOCKS = 2_000;
  private static final long MB = 1L << 20;
  private static final CapacityPlan CAPACITY = CapacityPlan.of(64 * MB);
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Bytes of the files besides buckets, including the space after them up to a mapping's end. */
  private static final long BESIDE = KeptMemory.otherBytes(2, CAPACITY);

  @TempDir Path folder;

  private TestStore open() throws IOException {
    KeptMemory memory =
        KeptMemory.open(List.of(folder.resolve("one"), folder.resolve("two")), CAPACITY, 1);
    return new TestStore(StoreOptions.of(CAPACITY).withMemory(memory));
  }

  private long bytesOfFiles() throws IOException {
    return Files.size(folder.resolve("one")) + Files.size(folder.resolve("two"));
  }

  /** Waits until the removed buckets are collected, and the files are shorter. */
  private void awaitBytes(long max) throws Exception {
    long begin = System.nanoTime();
    while (bytesOfFiles() > max && System.nanoTime() - begin < MAX_WAIT_NANOS) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(bytesOfFiles()).isLessThanOrEqualTo(max);
  }

  private static void resize(TestStore test, long bytes) {
    test.store().controls().resize(bytes);
    test.awaitQuiet();
  }

  private static int fill(TestStore test) {
    for (int block = 0; block < BLOCKS; block++) {
      test.insert("file", block, BLOCK + block);
    }
    test.awaitQuiet();
    return count(test);
  }

  private static int count(TestStore test) {
    int found = 0;
    for (int block = 0; block < BLOCKS; block++) {
      found += test.read("file", block) ? 1 : 0;
    }
    return found;
  }

  @Test
  void filesShrinkAndGrowWithTheStore() throws Exception {
    try (TestStore test = open()) {
      int all = fill(test);
      resize(test, 44 * MB);
      awaitBytes(44 * MB);
      int half = count(test);
      assertThat(half).isBetween(all / 3, all * 3 / 4);

      resize(test, 96 * MB);
      assertThat(test.store().statistics().bucketBytes()).isGreaterThan(76 * MB);
      assertThat(count(test)).as("a larger store loses nothing").isEqualTo(half);
      assertThat(fill(test)).isGreaterThan(all * 11 / 10);
      resize(test, 64 * MB);
    }
  }

  @Test
  void blocksLeftAfterAShrinkAreServedAgain() throws Exception {
    int found;
    try (TestStore test = open()) {
      fill(test);
      resize(test, 44 * MB);
      awaitBytes(44 * MB);
      resize(test, 64 * MB);
      found = fill(test);
    }
    try (TestStore test = open()) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(found);
      assertThat(count(test)).isEqualTo(found);
    }
  }

  /** Memory is returned and reused while the collector looks for it. */
  @Test
  void resizesDuringInsertsAndReads() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    try (TestStore test = open()) {
      for (int round = 0; round < 40; round++) {
        test.store().controls().resize((44 + random.nextInt(48)) * MB);
        for (int block = 0; block < 200; block++) {
          int any = random.nextInt(BLOCKS);
          if (!test.read("file", any)) {
            test.insert("file", any, 1_000 + random.nextInt(2 * BLOCK));
          }
        }
        System.gc();
      }
      resize(test, 64 * MB);
    }
    try (TestStore test = open()) {
      test.awaitQuiet();
      assertThat(count(test)).isEqualTo((int) test.store().attachedBlocks()).isPositive();
    }
  }

  /** A few blocks, in buckets of any number. */
  @Test
  void smallerStoreOfTheNextStartKeepsFewBlocks() throws Exception {
    CapacityPlan half = CapacityPlan.of(36 * MB);
    List<Path> files = List.of(folder.resolve("one"), folder.resolve("two"));
    try (TestStore test = open()) {
      for (int block = 0; block < 200; block++) {
        test.put("file", block, BLOCK);
      }
    }
    try (TestStore test =
        new TestStore(StoreOptions.of(half).withMemory(KeptMemory.open(files, half, 1)))) {
      test.awaitQuiet();
      awaitBytes(36 * MB + BESIDE);
      assertThat(count(test)).isEqualTo(200);
    }
  }

  @Test
  void smallerStoreOfTheNextStartReturnsUnusedMemory() throws Exception {
    CapacityPlan half = CapacityPlan.of(36 * MB);
    List<Path> files = List.of(folder.resolve("one"), folder.resolve("two"));
    try (TestStore test = open()) {
      fill(test);
    }
    try (TestStore test =
        new TestStore(StoreOptions.of(half).withMemory(KeptMemory.open(files, half, 1)))) {
      test.awaitQuiet();
      awaitBytes(36 * MB + BESIDE);
      assertThat(count(test)).isPositive();
    }
  }
}
