package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks that were evicted by request do not come back with kept memory. */
class KeptEvictionTest {
  private static final int KB = 1 << 10;
  private static final long SIZE = 64L << 20;

  /** How long each step of the background takes at least while a store closes. */
  private static final long STEP_NANOS = 10_000_000;

  @TempDir Path folder;

  private static TestStore open(Path file) throws IOException {
    CapacityPlan capacity = CapacityPlan.of(SIZE);
    KeptMemory memory = KeptMemory.open(List.of(file), capacity, 1);
    return new TestStore(StoreOptions.of(capacity).withMemory(memory));
  }

  private Path file() {
    return folder.resolve("memory");
  }

  private static int count(TestStore test, String file, int blocks) {
    int found = 0;
    for (int block = 0; block < blocks; block++) {
      found += test.read(file, block) ? 1 : 0;
    }
    return found;
  }

  @Test
  void evictedBlocksDoNotComeBack() throws IOException {
    Path left;
    try (TestStore test = open(file())) {
      for (int block = 0; block < 100; block++) {
        test.put("kept", block, 20 * KB);
        test.put("gone", block, 20 * KB);
      }
      test.store().evict("kept", 7);
      test.store().evictRange("kept", 20, 29);
      test.store().evictFile("gone");
      left = Files.copy(file(), folder.resolve("killed"));
    }
    try (TestStore test = open(left)) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(89);
      assertThat(count(test, "kept", 100)).isEqualTo(89);
      assertThat(count(test, "gone", 100)).isZero();
      assertThat(test.read("kept", 7)).isFalse();
      assertThat(test.store().inspection().files()).containsExactly("kept");
    }
  }

  /** A closed file is freed in steps, and those that are left when the store closes do not run. */
  @Test
  void blocksOfAFileThatIsHalfFreedDoNotComeBack() throws IOException {
    int blocks = 5_000;
    TestStore closed = open(file());
    for (int block = 0; block < blocks; block++) {
      closed.put("gone", block, KB);
    }
    closed.put("stays", 0, KB);
    closed.awaitQuiet();
    closed.store().controls().observeBackground(nanos -> LockSupport.parkNanos(STEP_NANOS));
    assertThat(closed.store().evictFile("gone")).isEqualTo(blocks);
    closed.store().close();

    try (TestStore test = open(file())) {
      test.store().awaitAttached();
      assertThat(test.store().droppedBlocks()).as("not freed before").isPositive();
      assertThat(count(test, "gone", blocks)).isZero();
      assertThat(count(test, "stays", 1)).isEqualTo(1);
      assertThat(test.store().statistics().blocks()).isEqualTo(1);
    }
  }

  /** Evicts a file after the restart, before its blocks are attached. */
  @Test
  void blocksEvictedBeforeTheAttachmentDoNotComeBack() throws IOException {
    try (TestStore test = open(file())) {
      for (int block = 0; block < 1_000; block++) {
        test.put("kept", block, 20 * KB);
        test.put("gone", block, 20 * KB);
      }
    }
    try (TestStore test = open(file())) {
      test.store().evictFile("gone");
      test.store().evict("kept", 3);
      test.store().evictRange("kept", 10, 19);
      test.store().awaitAttached();
      assertThat(count(test, "gone", 1_000)).isZero();
      assertThat(test.read("kept", 3)).isFalse();
      assertThat(count(test, "kept", 1_000)).isEqualTo(989);
    }
  }
}
