package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.MappedFiles;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.Rejection;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockStoreTest {
  private static final int KB = 1 << 10;

  @Test
  void insertedBlockCanBeRead() throws Exception {
    try (TestStore test = TestStore.small()) {
      assertThat(test.read("file", 0)).isFalse();
      for (int length : new int[] {1, 7, 64, KB, 4 * KB, 64 * KB + 33, 600 * KB, 5_000 * KB}) {
        test.put("file", length, length);
        assertThat(test.read("file", length)).as("block of %d bytes", length).isTrue();
        int handle = test.store().pin("file", length);
        assertThat(test.store().length(handle)).isEqualTo(length);
        assertThat(test.store().isContiguous(handle))
            .isEqualTo(length <= SizeClasses.LARGEST_LEARNT);
        for (ByteBuffer piece : test.store().views(handle)) {
          assertThat(piece.isDirect()).isTrue();
        }
        test.store().unpin(handle);
      }
      assertThat(test.read("file", 3)).isFalse();
      assertThat(test.read("other", 64)).isFalse();
      assertThat(test.store().statistics().blocks()).isEqualTo(8);
    }
  }

  @Test
  void secondInsertOfABlockIsRejected() throws Exception {
    try (TestStore test = TestStore.small()) {
      test.put("file", 0, KB);
      assertThat(test.insert("file", 0, KB)).isFalse();
      assertThat(test.store().statistics().rejected().get(Rejection.ALREADY_CACHED)).isEqualTo(1);
    }
  }

  @Test
  void blockOfMoreThanHalfOfTheCacheIsRejected() throws Exception {
    try (TestStore test = TestStore.small()) {
      assertThat(test.insert("file", 0, (int) TestStore.SMALL / 2)).isFalse();
      assertThat(test.store().fits((int) TestStore.SMALL / 2)).isFalse();
      assertThat(test.store().fits((int) TestStore.SMALL * 3 / 8)).isTrue();
      assertThat(test.store().statistics().rejected().get(Rejection.TOO_LARGE)).isEqualTo(1);
    }
  }

  @Test
  void pinnedBlockStaysReadableAfterItsEviction() throws Exception {
    try (TestStore test = TestStore.small()) {
      test.put("file", 0, 64 * KB);
      int handle = test.store().pin("file", 0);
      ByteBuffer view = test.store().view(handle);
      assertThat(test.store().evict("file", 0)).isTrue();
      assertThat(test.read("file", 0)).isFalse();
      // Enough inserts to reuse every slot several times.
      for (int i = 1; i <= 2_000; i++) {
        test.insert("other", i, 64 * KB);
      }
      test.store().awaitQuiet();
      test.provePinned("file", 0, handle, view);
      assertThat(test.store().statistics().freedByReaders()).isZero();
      test.store().unpin(handle);
      assertThat(test.store().statistics().freedByReaders()).isEqualTo(1);
    }
  }

  @Test
  void onlyBlocksFreedByAnUnpinCountAsFreedByReaders() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < 10; i++) {
        test.put("file", i, KB);
        assertThat(test.read("file", i)).isTrue();
        assertThat(test.store().evict("file", i)).isTrue();
      }
      test.put("file", 10, KB);
      int one = test.store().pin("file", 10);
      int two = test.store().pin("file", 10);
      assertThat(test.store().evictFile("file")).isEqualTo(1);
      test.store().awaitQuiet();
      test.store().unpin(one);
      assertThat(test.store().statistics().freedByReaders()).isZero();
      test.store().unpin(two);
      assertThat(test.store().statistics().freedByReaders()).isEqualTo(1);
    }
  }

  @Test
  void extraUnpinThrowsAndChangesNothing() throws Exception {
    try (TestStore test = TestStore.small()) {
      test.put("file", 0, KB);
      int handle = test.store().pin("file", 0);
      test.store().unpin(handle);
      assertThatThrownBy(() -> test.store().unpin(handle)).hasMessageContaining("more often");
      assertThat(test.read("file", 0)).isTrue();
    }
  }

  @Test
  void evictFileFreesTheBlocksInSteps() throws Exception {
    try (TestStore test = TestStore.small()) {
      int blocks = 1_000;
      for (int i = 0; i < blocks; i++) {
        test.put("file", i, KB);
      }
      test.store().awaitQuiet();
      AtomicInteger steps = new AtomicInteger();
      test.store().controls().observeBackground(nanos -> steps.incrementAndGet());

      assertThat(test.store().evictFile("file")).isEqualTo(blocks);

      test.store().awaitQuiet();
      assertThat(steps.get()).isGreaterThan(blocks / 100);
    }
  }

  @Test
  void evictFileEvictsOnlyItsBlocks() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < 100; i++) {
        test.insert("a", i, KB);
        test.insert("b", i, KB);
      }
      test.store().awaitQuiet();
      assertThat(test.store().evictFile("a")).isEqualTo(100);
      assertThat(test.store().statistics().blocks()).isEqualTo(100);
      assertThat(test.store().inspection().files()).containsExactly("b");
      for (int i = 0; i < 100; i++) {
        assertThat(test.read("a", i)).isFalse();
        assertThat(test.read("b", i)).isTrue();
      }
      assertThat(test.store().evictFile("a")).isZero();
      test.put("a", 5, KB);
      assertThat(test.read("a", 5)).as("the reopened file").isTrue();
    }
  }

  @Test
  void evictRangeIncludesBothEnds() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < 10; i++) {
        test.put("a", i, KB);
      }
      assertThat(test.store().evictRange("a", 3, 6)).isEqualTo(4);
      for (int i = 0; i < 10; i++) {
        assertThat(test.read("a", i)).as("block %d", i).isEqualTo(i < 3 || i > 6);
      }
    }
  }

  @Test
  void churnUsesAlmostAllConfiguredBytes() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(128L << 20))) {
      for (int i = 0; i < 8_000; i++) {
        test.insert("file" + i % 10, i, 65 * KB + i % 1_000);
      }
      test.store().awaitQuiet();
      StoreStatistics end = test.store().statistics();
      assertThat(end.bytes()).isLessThan(end.configuredBytes());
      // With so few buckets, each bucket just given to another class counts; more so on a busy
      // machine, where maintenance is behind.
      assertThat((double) end.bytes() / end.configuredBytes()).isGreaterThan(0.8);
      assertThat(end.evictedForRoom()).isGreaterThan(5_000);
    }
  }

  @Test
  void memoryFollowsTheMixOfSizes() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(64L << 20))) {
      for (int i = 0; i < 2_000; i++) {
        test.insert("large", i, 64 * KB);
      }
      // Read repeatedly, while the large blocks are not read any more.
      for (int i = 0; i < 120_000; i++) {
        if (!test.read("small", i % 6_500)) {
          test.put("small", i % 6_500, 8 * KB);
        }
      }
      test.store().awaitQuiet();
      assertThat(test.store().inspection().bytesOf("small")).isGreaterThan(48L << 20);
    }
  }

  @Test
  void littleMemoryIsUnusedForAnyMixOfSizes() throws Exception {
    for (int largest : new int[] {40 * KB, 250 * KB, 1_500 * KB}) {
      long bytes = 256L << 20;
      try (TestStore test = new TestStore(StoreOptions.ofBytes(bytes))) {
        SplittableRandom random = new SplittableRandom(largest);
        int i = 0;
        for (long inserted = 0; inserted < 4 * bytes; i++) {
          int length = random.nextInt(largest / 4, largest);
          // At a pace that leaves time for maintenance, as with a disk.
          if (i % 100 == 0) {
            test.store().awaitQuiet();
          }
          test.insert("file" + i % 16, i, length);
          inserted += length;
        }
        test.store().awaitQuiet();
        StoreStatistics end = test.store().statistics();
        assertThat((double) end.bytes() / end.configuredBytes())
            .as("blocks up to %d bytes", largest)
            .isGreaterThan(0.83);
      }
    }
  }

  @Test
  void blockInSeveralSlotsIsReadAndEvictedAsAWhole() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(128L << 20))) {
      int length = 16 << 20;
      test.put("file", 7, length);
      int handle = test.store().pin("file", 7);
      ByteBuffer[] views = test.store().views(handle);
      assertThat(views).hasSizeGreaterThan(4 * 16 - 1);
      for (int i = 0; i < 60; i++) {
        test.put("other", i, 5_000 * KB + i);
        test.put("small", i, 8 * KB);
      }
      assertThat(test.store().evict("file", 7)).isTrue();
      assertThat(test.read("file", 7)).isFalse();
      for (int i = 0; i < 60; i++) {
        test.put("third", i, 5_000 * KB + i);
      }
      test.provePinned("file", 7, handle, views);
      test.store().unpin(handle);
    }
  }

  /** Memory freed by blocks of one size is used for blocks of another, without evictions. */
  @Test
  void freedMemoryIsUsedForEverySize() throws Exception {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(64L << 20))) {
      for (int i = 0; i < 2_000; i++) {
        test.insert("gone", i, (20 + i % 5 * 10) * KB);
      }
      test.awaitQuiet();
      test.store().evictFile("gone");
      test.awaitQuiet();
      long before = test.store().statistics().evictedForRoom();
      for (int i = 0; i < 500; i++) {
        test.put("here", i, 100 * KB);
      }
      assertThat(test.store().statistics().evictedForRoom()).isEqualTo(before);
      for (int i = 0; i < 500; i++) {
        assertThat(test.read("here", i)).as("block %d", i).isTrue();
      }
    }
  }

  @Test
  void blocksThatAreReadStayAndOthersAreEvicted() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < 100; i++) {
        test.put("hot", i, 64 * KB);
      }
      for (int i = 0; i < 3_000; i++) {
        test.put("scan", i, 64 * KB);
        test.read("hot", i % 100);
      }
      int kept = 0;
      for (int i = 0; i < 100; i++) {
        kept += test.read("hot", i) ? 1 : 0;
      }
      assertThat(kept).isGreaterThan(90);
    }
  }

  @Test
  void inMemoryBlocksAreEvictedLast() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < 100; i++) {
        test.insert(new ProvingBlock("kept", i, 64 * KB, true));
        test.insert("ordinary", i, 64 * KB);
      }
      test.store().awaitQuiet();
      for (int i = 0; i < 600; i++) {
        test.put("scan", i, 64 * KB);
        test.read("scan", i);
        test.read("scan", i - 1);
      }
      assertThat(test.store().statistics().evictedForRoom()).isGreaterThan(200);
      assertThat(test.store().inspection().bytesOf("kept")).isEqualTo(100L * 64 * KB);
    }
  }

  @Test
  void ordinaryBlockIsEvictedWhenAllBlocksWereRead() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < 50; i++) {
        test.insert(new ProvingBlock("kept", i, 64 * KB, true));
      }
      int ordinary = 0;
      while (test.store().statistics().evictedForRoom() == 0) {
        test.put("ordinary", ordinary++, 64 * KB);
        for (int read = 0; read < 3; read++) {
          test.read("ordinary", ordinary - 1);
        }
      }
      assertThat(test.store().inspection().bytesOf("kept")).isEqualTo(50L * 64 * KB);
    }
  }

  @Test
  void insertIsRejectedWhenAllBlocksArePinned() throws Exception {
    try (TestStore test =
        new TestStore(
            StoreOptions.ofBytes(TestStore.SMALL)
                .withSizeClasses(SizeClasses.of(1 << 19, 1 << 20)))) {
      List<Integer> pins = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        test.put("file", i, 1 << 20);
        int handle = test.store().pin("file", i);
        if (handle != BlockStore.NONE) {
          pins.add(handle);
        }
      }
      assertThat(test.store().statistics().rejected().get(Rejection.NO_ROOM)).isGreaterThan(0);
      assertThat(pins).isNotEmpty();
      pins.forEach(test.store()::unpin);
      test.put("file", 1_000, 1 << 20);
      assertThat(test.read("file", 1_000)).isTrue();
    }
  }

  @Test
  void mappedFileCanBeUsedAsMemory(@TempDir Path folder) throws Exception {
    List<Path> files = List.of(folder.resolve("a/one"), folder.resolve("two"));
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withMemory(new MappedFiles(files)))) {
      for (int i = 0; i < 2_000; i++) {
        test.insert("file", i, 64 * KB);
      }
      test.store().awaitQuiet();
      int cached = 0;
      for (int i = 0; i < 2_000; i++) {
        cached += test.read("file", i) ? 1 : 0;
      }
      assertThat(cached).isGreaterThan(300);
    }
    assertThat(Files.size(files.get(0))).isGreaterThan(0);
    assertThat(Files.size(files.get(1))).isGreaterThan(0);
    assertThatThrownBy(
            () -> new MappedFiles(List.of(files.get(0).resolve("below a file"))).allocate(1))
        .hasMessageContaining("Cannot map");
  }

  @Test
  void closedStoreMissesAndRejects() throws Exception {
    TestStore test = TestStore.small();
    test.put("file", 0, KB);
    int handle = test.store().pin("file", 0);
    ByteBuffer view = test.store().view(handle);
    test.store().close();
    test.provePinned("file", 0, handle, view);
    test.store().unpin(handle);
    assertThat(test.read("file", 0)).isFalse();
    assertThat(test.insert("file", 1, KB)).isFalse();
    assertThat(test.store().statistics().rejected().get(Rejection.CLOSED)).isEqualTo(1);
    assertThat(test.store().evictFile("file")).isEqualTo(1);
  }

  @Test
  void invalidOptionsAreRejected() {
    assertThatThrownBy(() -> StoreOptions.ofBytes(1)).hasMessageContaining("too small");
    StoreOptions good = StoreOptions.ofBytes(TestStore.SMALL);
    assertThatThrownBy(() -> good.withWriters(0, 64)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> good.withWriters(1, 1)).hasMessageContaining("at least 2");
    try (TestStore test = new TestStore(good)) {
      Controls controls = test.store().controls();
      assertThatThrownBy(() -> controls.setWriters(0, 64)).hasMessageContaining("at least 1");
      assertThatThrownBy(() -> controls.setWriters(1, 1)).hasMessageContaining("at least 2");
      test.put("file", 0, KB);
      assertThat(test.read("file", 0)).isTrue();
    }
  }

  /** When all pins of a block are taken, a further reader misses, but the block can be evicted. */
  @Test
  void blockWithEveryReaderPinTakenIsEvictedAndReleased() throws Exception {
    try (TestStore test = TestStore.small()) {
      for (String file : List.of("by file", "by key")) {
        test.put(file, 0, KB);
        int handle = test.store().pin(file, 0);
        int pins = 1;
        while (pins < Meta.MAX_PINS && test.store().pin(file, 0) == handle) {
          pins++;
        }
        assertThat(test.store().pins(handle)).isEqualTo(pins);
        assertThat(test.store().contains(file, 0)).isTrue();
        assertThat(test.insert(file, 0, KB)).as("a second insert").isFalse();
        boolean evicted =
            file.equals("by key") ? test.store().evict(file, 0) : test.store().evictFile(file) == 1;
        assertThat(evicted).as("evicted %s", file).isTrue();
        test.awaitQuiet();
        assertThat(test.store().contains(file, 0)).isFalse();
        test.provePinned(file, 0, handle);
        for (int released = 0; released < pins; released++) {
          test.store().unpin(handle);
        }
        assertThat(test.store().statistics().freedByReaders()).isPositive();
      }
    }
  }
}
