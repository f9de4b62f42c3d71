package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.index.FlashIndex;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.restart.FileOwners;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 16;
  private static final int BLOCK = 3_000;
  private static final int PER_REGION = REGION / 3_072;
  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  private FlashOptions options(int devices) {
    return TestOptions.of(folder, devices, REGION, REGIONS, BLOCK)
        .withRestart(new RecoveryOptions(true, STORE, 4));
  }

  private TestStore open(int devices) throws IOException {
    return new TestStore(options(devices));
  }

  private static int countFound(TestStore store, int from, int to) {
    int found = 0;
    for (int i = from; i < to; i++) {
      found += store.read(FILE, i) ? 1 : 0;
    }
    return found;
  }

  private static void putAll(TestStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(store.put(FILE, i, BLOCK)).isNull();
    }
  }

  @Test
  void restoresAllBlocks() throws Exception {
    int blocks = 3 * REGIONS * PER_REGION;
    int before;
    try (TestStore store = open(2)) {
      putAll(store, 0, blocks);
      store.flush();
      before = countFound(store, 0, blocks);
    }
    for (int restart = 0; restart < 3; restart++) {
      try (TestStore store = open(2).awaitRestored()) {
        // The ring has opened its first regions again, over the oldest.
        int found = countFound(store, 0, blocks);
        assertThat(found).isLessThanOrEqualTo(before).isGreaterThan(before - 16 * PER_REGION);
        assertThat(countFound(store, blocks - 8 * PER_REGION, blocks)).isEqualTo(8 * PER_REGION);
        assertThat(store.store().statistics().restored()).isGreaterThanOrEqualTo(found);
        assertThat(store.store().statistics().restoringDevices()).isZero();
        assertThat(store.store().statistics().damaged()).isZero();
      }
    }
  }

  @Test
  void quietReadLeavesNoTrace() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, PER_REGION);
    }
    try (TestStore store = open(1).awaitRestored()) {
      for (int round = 0; round < 2; round++) {
        FlashBlock block = Objects.requireNonNull(store.store().getQuietly(FILE, 0));
        assertThat(block.bytes().remaining()).isEqualTo(BLOCK);
        assertThat(block.wasReadBefore()).isFalse();
        block.release();
      }
      assertThat(store.store().getQuietly(FILE, PER_REGION)).isNull();
      assertThat(store.store().getQuietly("another", 0)).isNull();
      assertThat(store.store().statistics().hits()).isZero();
      assertThat(store.store().restoredFiles()).containsExactly(FILE);
      assertThat(store.read(FILE, 0)).isTrue();
      assertThat(store.store().restoredFiles()).isEmpty();
    }
  }

  @Test
  void restoresFileUsageWithoutReads() throws Exception {
    int blocks = 4 * PER_REGION;
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, blocks);
      verifyUsage(store, blocks);
    }
    try (TestStore store = open(1).awaitRestored()) {
      verifyUsage(store, blocks);
    }
    // From the block headers, too.
    Files.delete(folder.resolve("device0.index"));
    try (TestStore store = open(1)) {
      assertThat(store.store().awaitRestored(Long.MAX_VALUE)).isTrue();
      verifyUsage(store, blocks);
      assertThat(store.store().evictFile(FILE)).isTrue();
      assertThat(store.store().files()).isEmpty();
      assertThat(store.store().blocksOf(FILE)).isZero();
      assertThat(store.store().bytesInFile(FILE, 0)).isEqualTo(FlashIndex.ABSENT);
    }
  }

  private static void verifyUsage(TestStore store, int blocks) {
    assertThat(store.store().files()).containsExactly(FILE);
    assertThat(store.store().blocksOf(FILE)).isEqualTo(blocks);
    assertThat(store.store().bytesOf(FILE)).isEqualTo(2L * BLOCK * blocks);
    assertThat(store.store().bytesInFile(FILE, 0)).isEqualTo(2 * BLOCK);
    assertThat(store.store().bytesInFile(FILE, blocks)).isEqualTo(FlashIndex.ABSENT);
    assertThat(store.store().bytesOf("another")).isZero();
  }

  @Test
  void ringContinuesAfterNewestRegion() throws Exception {
    int next = 0;
    for (int restart = 0; restart < 12; restart++) {
      try (TestStore store = open(1).awaitRestored()) {
        int end = next + 4 * PER_REGION;
        putAll(store, next, end);
        store.flush();
        int safe = (REGIONS - TestOptions.BUFFERS - TestOptions.MARGIN - 2) * PER_REGION;
        int from = Math.max(0, end - safe);
        assertThat(countFound(store, from, end)).isEqualTo(end - from);
        next = end;
      }
    }
  }

  @Test
  void withoutSnapshotScansRegionsAndKeepsNewestVersion() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      for (int version = 0; version < 5; version++) {
        for (int i = 0; i < 2 * PER_REGION; i++) {
          store.store().evict(FILE, i);
          store.put(FILE, i, new TestBlock(FILE, i, version, BLOCK));
        }
      }
    }
    Files.delete(folder.resolve("device0.index"));
    try (TestStore store = open(1).awaitRestored()) {
      for (int i = 0; i < 2 * PER_REGION; i++) {
        var block = store.store().get(FILE, i);
        assertThat(block).isNotNull();
        assertThat(TestBlock.verifyVersion(FILE, i, block)).isEqualTo(4);
      }
    }
  }

  @Test
  void versionNewerThanSnapshotIsKept() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, PER_REGION);
    }
    Path old = folder.resolve("old");
    Files.copy(folder.resolve("device0.index"), old);
    try (TestStore store = open(1).awaitRestored()) {
      for (int i = 0; i < PER_REGION; i++) {
        store.store().evict(FILE, i);
        store.put(FILE, i, new TestBlock(FILE, i, 1, BLOCK));
      }
    }
    Files.move(old, folder.resolve("device0.index"), StandardCopyOption.REPLACE_EXISTING);
    try (TestStore store = open(1).awaitRestored()) {
      for (int i = 0; i < PER_REGION; i++) {
        assertThat(TestBlock.verifyVersion(FILE, i, store.store().get(FILE, i))).isEqualTo(1);
      }
    }
  }

  @Test
  void blockEvictedBeforeSnapshotIsNotRestored() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, PER_REGION);
      store.put("gone", 1, BLOCK);
      store.flush();
      store.store().evictFile("gone");
      store.store().evict(FILE, 3);
    }
    try (TestStore store = open(1).awaitRestored()) {
      assertThat(store.read("gone", 1)).isFalse();
      assertThat(store.read(FILE, 3)).isFalse();
      assertThat(store.read(FILE, 4)).isTrue();
    }
  }

  @Test
  void insertsAndEvictionsDuringRecoveryWin() throws Exception {
    int blocks = 6 * PER_REGION;
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, blocks);
      store.put("gone", 1, BLOCK);
    }
    // Each takes a region; the blocks must not be overwritten by them.
    for (int round = 0; round < 3; round++) {
      try (TestStore store = open(1)) {
        store.store().evictFile("gone");
        for (int i = 0; i < blocks; i += 50) {
          store.store().evict(FILE, i);
          if (i % 100 == 0) {
            store.put(FILE, i, new TestBlock(FILE, i, 77 + round, BLOCK));
          }
        }
        store.awaitRestored();
        assertThat(store.read("gone", 1)).isFalse();
        for (int i = 0; i < blocks; i += 50) {
          var block = store.store().get(FILE, i);
          if (i % 100 == 0) {
            assertThat(TestBlock.verifyVersion(FILE, i, block)).isEqualTo(77 + round);
          } else {
            assertThat(block).isNull();
          }
        }
        assertThat(store.read(FILE, 1)).isTrue();
      }
    }
  }

  @Test
  void dropRestoredRemovesDeletedFiles() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      for (String file : List.of("requested", "inserted", "kept", "gone")) {
        store.put(file, 1, BLOCK);
      }
    }
    try (TestStore store = open(1).awaitRestored()) {
      assertThat(store.store().restoredFiles())
          .containsExactlyInAnyOrder("requested", "inserted", "kept", "gone");
      assertThat(store.read("requested", 1)).isTrue();
      store.put("inserted", 2, BLOCK);
      assertThat(store.store().restoredFiles()).containsExactlyInAnyOrder("kept", "gone");
      assertThat(store.store().dropRestored(file -> !file.equals("kept"))).isEqualTo(1);
      assertThat(store.store().restoredFiles()).containsExactly("kept");
      assertThat(store.read("gone", 1)).isFalse();
      for (String file : List.of("requested", "inserted", "kept")) {
        assertThat(store.read(file, 1)).isTrue();
      }
    }
  }

  /**
   * The store asks for owners when it is closed, and keeps restored owners of files that the caller
   * does not know.
   */
  @Test
  void restoresFileOwners() throws Exception {
    int files = 600;
    String tooLong = "long".repeat(10_000);
    try (TestStore store = open(2)) {
      FileOwners owners = store.store().owners();
      owners.ask(file -> file.equals("long") ? tooLong : file.startsWith("of-one") ? "one" : null);
      for (int i = 0; i < files; i++) {
        store.put("of-one-" + i, 1, 10);
      }
      store.put("without-owner", 1, BLOCK);
      store.put("long", 1, BLOCK);
      assertThat(owners.of("of-one-1")).isEqualTo("one");
      assertThat(owners.of("without-owner")).isNull();
    }
    try (TestStore store = open(2).awaitRestored()) {
      FileOwners owners = store.store().owners();
      for (int i = 0; i < files; i++) {
        assertThat(owners.of("of-one-" + i)).as("file %d", i).isEqualTo("one");
      }
      assertThat(owners.of("without-owner")).isNull();
      assertThat(owners.of("long")).isNull();
      assertThat(store.read("without-owner", 1)).isTrue();
      owners.ask(file -> file.equals("of-one-2") ? "two" : null);
      assertThat(owners.of("of-one-2")).isEqualTo("two");
      assertThat(store.store().evictFile("of-one-3")).isTrue();
      assertThat(owners.of("of-one-3")).isNull();
    }
    try (TestStore store = open(2).awaitRestored()) {
      FileOwners owners = store.store().owners();
      assertThat(owners.of("of-one-1")).isEqualTo("one");
      assertThat(owners.of("of-one-2")).isEqualTo("two");
      assertThat(owners.of("of-one-3")).isNull();
    }
  }

  @Test
  void coldStoreBeginsEmptyAndLeavesNothing() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, PER_REGION);
    }
    FlashOptions cold = options(1).withRestart(RecoveryOptions.cold());
    try (TestStore store = new TestStore(cold).awaitRestored()) {
      assertThat(countFound(store, 0, PER_REGION)).isZero();
      putAll(store, PER_REGION, 2 * PER_REGION);
    }
    assertThat(folder.resolve("device0.index")).doesNotExist();
    try (TestStore store = open(1).awaitRestored()) {
      assertThat(countFound(store, PER_REGION, 2 * PER_REGION)).isZero();
      assertThat(store.awaitRestored().error("regions of another store").getMessage())
          .contains("device0");
    }
  }

  @Test
  void snapshotIsPrivateAndLeavesNoTemporaryFile() throws Exception {
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, 9 * PER_REGION);
      store.flush();
    }
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("device0.index"))))
        .isEqualTo("rw-------");
    try (var all = Files.list(folder)) {
      assertThat(all.map(path -> path.getFileName().toString()).toList())
          .containsExactlyInAnyOrder("device0", "device0.index", "device0.lock");
    }
  }

  @Test
  void closeDuringRecoveryLosesNothing() throws Exception {
    int blocks = 8 * PER_REGION;
    try (TestStore store = open(1).awaitRestored()) {
      putAll(store, 0, blocks);
    }
    for (int round = 0; round < 20; round++) {
      // Closed at once.
      new FlashStore(options(1)).close();
    }
    try (TestStore store = open(1).awaitRestored()) {
      assertThat(countFound(store, 0, blocks)).isEqualTo(blocks);
      assertThat(store.store().restoredFiles()).isEqualTo(Set.of());
    }
  }
}
