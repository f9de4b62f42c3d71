package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with kept memory is followed by a store that serves the same blocks. */
class KeptStoreTest {
  private static final int KB = 1 << 10;
  private static final long MB = 1L << 20;

  /** The first two bytes of a deflated block. */
  private static final short DEFLATED = 0x7801;

  private static final long SIZE = 64 * MB;

  @TempDir Path folder;

  private TestStore open(long bytes, Policies policy, Path... files) {
    CapacityPlan capacity = CapacityPlan.of(bytes);
    try {
      KeptMemory memory = KeptMemory.open(List.of(files), capacity, 1);
      return new TestStore(StoreOptions.of(capacity).withMemory(memory).withPolicy(policy));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TestStore open(Path... files) {
    return open(SIZE, Policies.DEFAULT, files);
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

  /** Returns a copy of the files of a store killed while idle. */
  private Path killed() throws IOException {
    return Files.copy(file(), folder.resolve("killed"));
  }

  @Test
  void blocksAreServedAgain() {
    Path[] files = {folder.resolve("one"), folder.resolve("two")};
    try (TestStore test = open(files)) {
      test.store().awaitAttached();
      AttachStatistics none = test.store().attachStatistics().orElseThrow();
      assertThat(none.buckets()).isZero();
      assertThat(none.blocks()).isZero();
      for (int block = 0; block < 300; block++) {
        test.put("small", block, (1 + block % 4) * 15 * KB + block);
      }
      test.put("large", 0, (int) (3 * MB + 12_345));
      test.put("large", 1, 700_001);
    }
    try (TestStore test = open(files)) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(302);
      AttachStatistics attached = test.store().attachStatistics().orElseThrow();
      assertThat(attached.blocks()).isEqualTo(302);
      assertThat(attached.bytes()).isEqualTo(test.store().statistics().bytes());
      assertThat(attached.begunBuckets()).isEqualTo(attached.buckets()).isPositive();
      assertThat(attached.nanos()).isPositive();
      assertThat(attached.ended()).isTrue();
      assertThat(test.store().droppedBlocks()).isZero();
      assertThat(count(test, "small", 300)).isEqualTo(300);
      assertThat(count(test, "large", 2)).isEqualTo(2);
      assertThat(test.store().inspection().blocksOf("small")).isEqualTo(300);
    }
  }

  @Test
  void fullCacheIsServedAgainAfterAKill() throws IOException {
    Path left;
    int found;
    try (TestStore test = open(file())) {
      for (int block = 0; block < 2_000; block++) {
        test.put("old", block, 40 * KB + 11 * block % 9_000);
      }
      left = killed();
      found = count(test, "old", 2_000);
    }
    try (TestStore test = open(left)) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(found);
      assertThat(count(test, "old", 2_000)).isEqualTo(found);
      for (int block = 0; block < 2_000; block++) {
        test.put("new", block, 40 * KB + block);
        assertThat(test.read("new", block)).isTrue();
      }
    }
  }

  @Test
  void cleanShutdownIsDistinguishedFromAKill() throws IOException {
    Path left;
    try (TestStore test = open(file())) {
      test.put("one", 0, 30 * KB);
      left = killed();
    }
    assertThat(KeptMemory.examine(file()).isSealed()).isTrue();
    assertThat(KeptMemory.examine(left).isSealed()).isFalse();
  }

  /** A block of a file evicted before the kill must not become a block of another file. */
  @Test
  void idsAreNotReusedAfterAKill() throws IOException {
    try (TestStore test = open(file())) {
      for (int number = 0; number < 10; number++) {
        test.put("file " + number, 0, 30 * KB);
      }
    }
    try (KeptMemory memory = KeptMemory.open(List.of(file()), CapacityPlan.of(SIZE), 1)) {
      assertThat(memory.idCeiling()).isGreaterThanOrEqualTo(10);
    }
  }

  @Test
  void smallerStoreKeepsBlocksThatWereRead() throws IOException {
    try (TestStore test = open(2 * SIZE, Policies.DEFAULT, file())) {
      for (int block = 0; block < 1_500; block++) {
        test.put("file", block, 60 * KB);
      }
      for (int round = 0; round < 3; round++) {
        count(test, "file", 300);
      }
    }
    try (TestStore test = open(SIZE, Policies.DEFAULT, file())) {
      test.awaitQuiet();
      assertThat(test.store().statistics().bucketBytes()).isLessThanOrEqualTo(SIZE);
      assertThat(count(test, "file", 300)).as("blocks read before").isGreaterThan(270);
    }
  }

  @Test
  void largerStoreHoldsMoreBlocks() throws IOException {
    int found;
    try (TestStore test = open(file())) {
      for (int block = 0; block < 1_500; block++) {
        test.put("file", block, 60 * KB);
      }
      found = count(test, "file", 1_500);
    }
    try (TestStore test = open(2 * SIZE, Policies.DEFAULT, file())) {
      test.awaitQuiet();
      assertThat(count(test, "file", 1_500)).isEqualTo(found);
      for (int block = 0; block < 800; block++) {
        test.put("more", block, 60 * KB);
      }
      assertThat(count(test, "file", 1_500)).isEqualTo(found);
    }
  }

  @Test
  void blocksAreAttachedUnderAnotherPolicy() {
    for (Policies policy : Policies.values()) {
      try (TestStore test = open(SIZE, policy, file())) {
        test.store().awaitAttached();
        assertThat(test.store().attachedBlocks()).isEqualTo(count(test, "file", 1_200));
        for (int block = 0; block < 1_200; block++) {
          test.put("file", block, 50 * KB);
        }
        assertThat(count(test, "file", 1_200)).isGreaterThan(600);
      }
    }
  }

  /** A kill between the moment when a block can be read and the end of its insertion. */
  @Test
  void visibleBlockIsWholeAndOfARecordedFile() throws IOException {
    CapacityPlan capacity = CapacityPlan.of(SIZE);
    KeptMemory memory = KeptMemory.open(List.of(file()), capacity, 1);
    List<Path> left = new ArrayList<>();
    BlockKinds asked = new BlockKinds(1, attributes -> left.isEmpty() ? copyTo(left) : 0);
    StoreOptions options = StoreOptions.of(capacity).withMemory(memory).withKinds(asked);
    try (TestStore test = new TestStore(options)) {
      test.put("file", 0, 30 * KB);
    }
    try (TestStore test = open(left.get(0))) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(1);
      assertThat(test.read("file", 0)).isTrue();
    }
  }

  /** Called when the written block is counted. */
  private int copyTo(List<Path> left) {
    try {
      left.add(killed());
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void noteOfAFileIsKeptWithItsBlocks() {
    try (TestStore test = open(file())) {
      test.put("one", 0, 30 * KB);
      test.put("other", 0, 30 * KB);
      test.store().note("one", "region 1");
      test.store().note("none", "region 2");
      assertThat(test.store().noteOf("one")).isEqualTo("region 1");
    }
    try (TestStore test = open(file())) {
      assertThat(test.store().noteOf("one")).isEqualTo("region 1");
      assertThat(test.store().noteOf("other")).isEmpty();
      assertThat(test.store().noteOf("none")).isEmpty();
    }
  }

  @Test
  void idsAreNotGivenTwice() throws IOException {
    for (int start = 0; start < 3; start++) {
      try (TestStore test = open(file())) {
        test.store().awaitAttached();
        test.put("start " + start, 0, 30 * KB);
        for (int before = 0; before <= start; before++) {
          assertThat(test.read("start " + before, 0)).isTrue();
        }
      }
    }
  }

  /**
   * Concurrent reads, inserts and evictions during the attachment: a block that was evicted and not
   * inserted again is absent, and all bytes are correct.
   */
  @Test
  void storeCanBeUsedDuringTheAttachment() throws Exception {
    int blocks = 3_000;
    try (TestStore test = open(file())) {
      for (int block = 0; block < blocks; block++) {
        test.put("file", block, 8 * KB + block);
      }
    }
    for (int start = 0; start < 10; start++) {
      AtomicInteger cameBack = new AtomicInteger();
      try (TestStore test = open(file())) {
        List<CompletableFuture<Void>> users = new ArrayList<>();
        for (int user = 0; user < 3; user++) {
          int own = user;
          SplittableRandom random = new SplittableRandom(31L * start + user);
          users.add(
              CompletableFuture.runAsync(
                  () -> {
                    while (!test.store().isAttached()) {
                      // Each thread evicts and inserts its own blocks, and reads all blocks.
                      int block = 3 * random.nextInt(blocks / 3) + own;
                      if (random.nextInt(3) == 0) {
                        test.store().evict("file", block);
                        cameBack.addAndGet(test.read("file", block) ? 1 : 0);
                      } else if (!test.read("file", block)) {
                        test.insert("file", block, 8 * KB + block);
                      }
                    }
                  }));
        }
        for (CompletableFuture<Void> user : users) {
          user.get();
        }
        assertThat(cameBack).as("evicted blocks that came back in iteration %d", start).hasValue(0);
        for (int block = 0; block < blocks; block++) {
          if (!test.read("file", block)) {
            test.put("file", block, 8 * KB + block);
          }
        }
      }
    }
  }

  private TestStore open(Compression compression) {
    return open(compression, SizeClasses.geometric());
  }

  private TestStore open(Compression compression, SizeClasses sizes) {
    CapacityPlan capacity = CapacityPlan.of(SIZE);
    try {
      KeptMemory memory = KeptMemory.open(List.of(file()), capacity, 1);
      TestStore test =
          new TestStore(
              StoreOptions.of(capacity)
                  .withMemory(memory)
                  .withSizeClasses(sizes)
                  .withCompression(compression));
      for (int miss = 0; miss < 100; miss++) {
        test.store().packing().noteMiss(TimeUnit.SECONDS.toNanos(1), 60 * KB);
      }
      return test;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads blocks repeatedly until some are packed; returns the number cached. */
  private static int packSome(TestStore test) {
    for (int round = 0; round < 8; round++) {
      for (int block = 0; block < 1_500; block++) {
        if (!test.read(ProvingBlock.SOFT, block)) {
          test.insert(ProvingBlock.SOFT, block, 60 * KB + block);
        }
        if (block % 20 == 0) {
          test.awaitQuiet();
        }
      }
    }
    test.awaitQuiet();
    assertThat(test.store().packing().statistics().packedBlocks()).isGreaterThan(100);
    return (int) test.store().statistics().blocks();
  }

  /** Verifies the blocks without promoting any of them. */
  private static int countQuietly(TestStore test) {
    int found = 0;
    for (int block = 0; block < 1_500; block++) {
      int handle = test.store().pinQuietly(ProvingBlock.SOFT, block);
      if (handle != BlockStore.NONE) {
        test.provePinned(ProvingBlock.SOFT, block, handle);
        test.store().unpin(handle);
        found++;
      }
    }
    return found;
  }

  @Test
  void packedBlocksAreServedAgain() {
    int cached;
    long packed;
    try (TestStore test = open(DeflateCompressor.COMPRESSION)) {
      cached = packSome(test);
      packed = test.store().packing().statistics().packedBlocks();
    }
    try (TestStore test = open(DeflateCompressor.UNPACKING)) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(cached);
      assertThat(test.store().packing().statistics().packedBlocks()).isEqualTo(packed);
      // Unpacking a block takes a slot, for which others are evicted, packed ones among them.
      assertThat(countQuietly(test)).isBetween(cached * 9 / 10, cached);
      assertThat(test.store().packing().statistics().unpacked()).isGreaterThan(packed * 3 / 4);
    }
  }

  @Test
  void blocksOfAnUnknownAlgorithmAreDropped() {
    int cached;
    long packed;
    try (TestStore test = open(DeflateCompressor.COMPRESSION)) {
      cached = packSome(test);
      packed = test.store().packing().statistics().packedBlocks();
    }
    try (TestStore test = open(Compression.NONE)) {
      test.store().awaitAttached();
      assertThat(test.store().attachedBlocks()).isEqualTo(cached - packed);
      assertThat(test.store().droppedBlocks()).isEqualTo(packed);
      assertThat(countQuietly(test)).isEqualTo(cached - (int) packed);
    }
  }

  /** A block of one slot, or one to be unpacked into one, needs a slot that is large enough. */
  @Test
  void blocksThatFitNoConfiguredSlotAreDropped() {
    long packed;
    try (TestStore test = open(DeflateCompressor.COMPRESSION)) {
      test.put("small", 0, 20 * KB);
      packSome(test);
      packed = test.store().packing().statistics().packedBlocks();
    }
    try (TestStore test = open(DeflateCompressor.COMPRESSION, SizeClasses.of(9_000, 33_000))) {
      test.store().awaitAttached();
      assertThat(test.store().droppedBlocks()).isGreaterThanOrEqualTo(packed);
      assertThat(countQuietly(test)).isEqualTo((int) test.store().attachedBlocks());
      assertThat(test.store().packing().statistics().unpacked()).isZero();
    }
  }

  /** The prefix of a packed block contains its algorithm and length. */
  @Test
  void packedBlocksWithDamagedPrefixesAreEvicted() throws IOException {
    try (TestStore test = open(DeflateCompressor.COMPRESSION)) {
      packSome(test);
    }
    damagePrefixes();
    try (TestStore test = open(DeflateCompressor.COMPRESSION)) {
      test.store().awaitAttached();
      // Blocks are moved meanwhile: a damaged one must not survive as a copy.
      countQuietly(test);
      assertThat(test.store().packing().statistics().packedBlocks()).isZero();
      test.errors()
          .forEach(error -> assertThat(error).isInstanceOf(IllegalArgumentException.class));
    }
  }

  /** Changes the lengths in the prefixes: to 0, slightly more, and much more. */
  private void damagePrefixes() throws IOException {
    int id = new DeflateCompressor().id();
    int damaged = 0;
    try (FileChannel channel =
        FileChannel.open(file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
      for (int at = 0; at < memory.limit(); at += BucketLayout.ALIGNMENT) {
        int length = memory.getInt(at) & (Compressors.MAX_RAW_BYTES - 1);
        boolean deflated = memory.getShort(at + Integer.BYTES) == DEFLATED;
        if (memory.get(at) == id && length >= 60 * KB && length < 62 * KB && deflated) {
          int[] others = {0, length + 1, Compressors.MAX_RAW_BYTES - 1};
          memory.putInt(at, id << 24 | others[damaged++ % others.length]);
        }
      }
    }
    assertThat(damaged).isPositive();
  }
}
