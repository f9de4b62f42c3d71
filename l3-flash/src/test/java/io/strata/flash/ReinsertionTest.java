package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReinsertionTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 24;
  private static final int BLOCK = 3_000;
  private static final String FILE = "file";
  private static final String HOT = "hot";
  private static final int HOT_BLOCKS = 30;
  private static final int TOTAL = BlockHeader.totalBytes(FILE.length(), BLOCK);
  private static final int PER_REGION = (REGION - RegionHeader.BYTES) / TOTAL;
  private static final int LAP = PER_REGION * REGIONS;

  /**
   * The number of blocks after which every region that was full before has been overwritten once.
   */
  private static final int ONCE_ROUND =
      PER_REGION * (REGIONS - TestOptions.BUFFERS - TestOptions.MARGIN);

  @TempDir private Path folder = Path.of("");

  private long next;

  private FlashOptions options(WriteRateOptions writeRate) {
    return TestOptions.of(folder, 1, REGION, REGIONS, BLOCK)
        .withRestart(new RecoveryOptions(true, new UUID(3, 4), 5))
        .withWriteRate(writeRate);
  }

  private static WriteRateOptions share(double share) {
    return WriteRateOptions.defaults().withReinsertedShare(share);
  }

  /** Inserts blocks and waits after each, at a pace that a device keeps up with. */
  private void putAll(TestStore store, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      assertThat(store.put(FILE, next++, BLOCK)).isNull();
      store.store().awaitQuiet();
    }
  }

  /** Inserts hot blocks among others, so that each region's share covers its hot blocks. */
  private void putHot(TestStore store) throws Exception {
    for (int i = 0; i < HOT_BLOCKS; i++) {
      assertThat(store.put(HOT, i, BLOCK)).isNull();
      putAll(store, 6);
    }
  }

  private static int readHot(TestStore store) {
    int found = 0;
    for (int i = 0; i < HOT_BLOCKS; i++) {
      found += store.read(HOT, i) ? 1 : 0;
    }
    return found;
  }

  /** Fills the ring several times, while hot blocks are read several times per lap. */
  private int hotBlocksAfterLaps(TestStore store) throws Exception {
    putHot(store);
    for (int i = 0; i < 30; i++) {
      readHot(store);
      putAll(store, LAP / 6);
    }
    return readHot(store);
  }

  private static void verifyWriteAmplification(FlashStatistics statistics) {
    double accepted = statistics.acceptedBytes();
    double share = statistics.reinsertedBytes() / accepted;
    // Headers and the unused ends of regions come on top.
    double blocks = (double) BLOCK * PER_REGION / REGION;
    long data = statistics.writtenBytes() - statistics.snapshotBytes();
    assertThat(data / accepted).isCloseTo((1 + share) / blocks, within(0.02));
  }

  @Test
  void readBlocksStayWithinTheirShareOfWrites() throws Exception {
    FlashStatistics statistics;
    try (TestStore store = new TestStore(options(share(0.3)))) {
      store.awaitRestored();
      assertThat(hotBlocksAfterLaps(store)).isEqualTo(HOT_BLOCKS);
      assertThat(store.read(FILE, next - LAP - 1)).as("never read").isFalse();
      store.flush();
      statistics = store.store().statistics();
    }
    assertThat(statistics.reinsertedBytes())
        .isGreaterThanOrEqualTo(3L * HOT_BLOCKS * BLOCK)
        .isLessThanOrEqualTo(8L * HOT_BLOCKS * BLOCK);
    assertThat(statistics.acceptedBytes()).isEqualTo((next + HOT_BLOCKS) * BLOCK);
    assertThat(statistics.damaged()).isZero();
    verifyWriteAmplification(statistics);
  }

  @Test
  void withoutReinsertionNoBlockIsWrittenTwice() throws Exception {
    FlashStatistics statistics;
    try (TestStore store = new TestStore(options(share(0)))) {
      store.awaitRestored();
      assertThat(hotBlocksAfterLaps(store)).isZero();
      store.flush();
      statistics = store.store().statistics();
    }
    assertThat(statistics.reinsertedBytes()).isZero();
    verifyWriteAmplification(statistics);
  }

  @Test
  void reinsertsAtMostTheShareOfARegion() throws Exception {
    FlashStatistics statistics;
    double share = 0.25;
    try (TestStore store = new TestStore(options(share(share)))) {
      store.awaitRestored();
      for (int i = 0; i < 4 * LAP; i++) {
        putAll(store, 1);
        assertThat(store.read(FILE, next - 1)).isTrue();
      }
      store.flush();
      statistics = store.store().statistics();
    }
    long regions = (statistics.writtenBytes() - statistics.snapshotBytes()) / REGION;
    int max = (int) (share * REGION) / TOTAL;
    assertThat(statistics.reinsertedBytes())
        .isGreaterThan((regions - REGIONS - 3) * (max - 1) * BLOCK)
        .isLessThanOrEqualTo(regions * max * BLOCK);
    verifyWriteAmplification(statistics);
  }

  @Test
  void reinsertionClearsTheAccess() throws Exception {
    try (TestStore store = new TestStore(options(share(0.3)))) {
      store.awaitRestored();
      putHot(store);
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      putAll(store, ONCE_ROUND);
      FlashBlock block = Objects.requireNonNull(store.store().get(HOT, 0));
      assertThat(block.wasReadBefore()).isFalse();
      TestBlock.verify(HOT, 0, block);
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      putAll(store, ONCE_ROUND);
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      putAll(store, 3 * LAP);
      assertThat(readHot(store)).as("reinserted only once").isZero();
    }
  }

  @Test
  void unrecordedReadsKeepNoBlock() throws Exception {
    try (TestStore store = new TestStore(options(share(0.3)))) {
      store.awaitRestored();
      putHot(store);
      for (int lap = 0; lap < 3; lap++) {
        for (int i = 0; i < HOT_BLOCKS; i++) {
          FlashBlock block = store.store().get(HOT, i, false);
          if (block != null) {
            assertThat(block.wasReadBefore()).isFalse();
            TestBlock.verify(HOT, i, block);
          }
          for (FlashBlock each : store.store().getRun(HOT, i, FlashStore.RUN_BYTES, false)) {
            each.release();
          }
        }
        putAll(store, LAP / 2);
      }
      assertThat(store.store().statistics().reinsertedBytes()).isZero();
      assertThat(readHot(store)).isZero();
    }
  }

  /** As after a compaction, whose inputs were read and are deleted. */
  @Test
  void evictedFilesTakeNoShareFromHotBlocks() throws Exception {
    String dead = "dead";
    try (TestStore store = new TestStore(options(share(0.3)))) {
      store.awaitRestored();
      for (int i = 0; i < HOT_BLOCKS; i++) {
        for (int each = 0; each < 4; each++) {
          assertThat(store.put(dead, 4L * i + each, BLOCK)).isNull();
          assertThat(store.read(dead, 4L * i + each)).isTrue();
        }
        assertThat(store.put(HOT, i, BLOCK)).isNull();
        putAll(store, 2);
      }
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      assertThat(store.store().evictFile(dead)).isTrue();
      putAll(store, ONCE_ROUND);
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      store.flush();
      FlashStatistics statistics = store.store().statistics();
      assertThat(statistics.reinsertedBytes()).isEqualTo(HOT_BLOCKS * BLOCK);
      // No space was reserved for evicted files, so no more was written.
      long blocks = (next + 5L * HOT_BLOCKS) + HOT_BLOCKS;
      assertThat(statistics.writtenBytes())
          .isLessThan((blocks / PER_REGION + TestOptions.BUFFERS + 1) * REGION);
    }
  }

  @Test
  void reinsertedBlockIsEncryptedForItsNewAddress() throws Exception {
    FlashOptions options =
        options(share(0.3)).withEncryption(Encryption.withKey(new byte[Encryption.KEY_BYTES]));
    try (TestStore store = new TestStore(options)) {
      store.awaitRestored();
      assertThat(hotBlocksAfterLaps(store)).isEqualTo(HOT_BLOCKS);
      assertThat(store.store().statistics().reinsertedBytes()).isPositive();
      assertThat(store.store().statistics().damaged()).isZero();
    }
    Files.delete(folder.resolve("device0.index"));
    try (TestStore store = new TestStore(options)) {
      store.awaitRestored();
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      assertThat(store.store().statistics().damaged()).isZero();
    }
  }

  @Test
  void reinsertionIsChargedToTheWriteRate() throws Exception {
    int rate = 1 << 18;
    FlashStatistics statistics;
    try (TestStore store = new TestStore(options(new WriteRateOptions(rate, 0.3, () -> 0)))) {
      store.awaitRestored();
      putHot(store);
      assertThat(readHot(store)).isEqualTo(HOT_BLOCKS);
      while (store.put(FILE, next, new TestBlock(FILE, next, BLOCK), true) == null) {
        next++;
        store.store().awaitQuiet();
      }
      store.flush();
      statistics = store.store().statistics();
    }
    assertThat(statistics.rejected()).containsEntry(Rejection.WEAR, 1L);
    assertThat(statistics.reinsertedBytes()).isEqualTo(HOT_BLOCKS * BLOCK);
    // The first block of the last region varies, because its end is written too.
    assertThat(statistics.writtenBytes())
        .isCloseTo((long) rate * WriteRateLimiter.SECONDS, within((long) REGION));
  }

  /** A stopped clock that runs an action when the reinsertion thread reads it. */
  private static final class Clock implements LongSupplier {
    volatile @Nullable Runnable onReinsertion;

    @Override
    public long getAsLong() {
      Runnable action = onReinsertion;
      if (action != null && Thread.currentThread().getName().contains("reinsert")) {
        onReinsertion = null;
        action.run();
      }
      return 0;
    }
  }

  /** Reinserts block 0, and runs an action after that begins and before the copy is made. */
  private TestStore reinsertWhile(Runnable action) throws Exception {
    Clock clock = new Clock();
    TestStore store = new TestStore(options(new WriteRateOptions(1L << 40, 0.3, clock)));
    store.awaitRestored();
    opened = store;
    store.put(HOT, 0, BLOCK);
    assertThat(store.read(HOT, 0)).isTrue();
    clock.onReinsertion = action;
    putAll(store, LAP);
    assertThat(clock.onReinsertion).as("done").isNull();
    return store;
  }

  private @Nullable TestStore opened;

  private FlashStore store() {
    return Objects.requireNonNull(opened).store();
  }

  private TestStore openWithoutSnapshot() throws Exception {
    Files.delete(folder.resolve("device0.index"));
    return new TestStore(options(share(0.3))).awaitRestored();
  }

  @Test
  void blockEvictedDuringReinsertionStaysEvicted() throws Exception {
    try (TestStore store = reinsertWhile(() -> assertThat(store().evict(HOT, 0)).isTrue())) {
      assertThat(store.read(HOT, 0)).isFalse();
      assertThat(store.store().contains(HOT, 0)).isFalse();
      assertThat(store.store().statistics().reinsertedBytes()).isZero();
    }
    try (TestStore store = openWithoutSnapshot()) {
      assertThat(store.read(HOT, 0)).isFalse();
    }
  }

  @Test
  void fileEvictedDuringReinsertionStaysEvicted() throws Exception {
    try (TestStore store = reinsertWhile(() -> assertThat(store().evictFile(HOT)).isTrue())) {
      assertThat(store.read(HOT, 0)).isFalse();
      store.put(HOT, 1, BLOCK);
      assertThat(store.read(HOT, 0)).as("of the file that was inserted again").isFalse();
      assertThat(store.store().statistics().reinsertedBytes()).isZero();
    }
    try (TestStore store = openWithoutSnapshot()) {
      assertThat(store.read(HOT, 0)).isFalse();
    }
  }

  @Test
  void newerVersionInsertedDuringReinsertionStays() throws Exception {
    TestBlock newer = new TestBlock(HOT, 0, 77, BLOCK);
    Runnable action =
        () -> {
          assertThat(store().evict(HOT, 0)).isTrue();
          assertThat(store().insert(HOT, 0, newer)).isNull();
        };
    try (TestStore store = reinsertWhile(action)) {
      assertThat(versionOf(store)).isEqualTo(77);
      assertThat(store.store().statistics().reinsertedBytes()).isZero();
    }
    try (TestStore store = openWithoutSnapshot()) {
      assertThat(versionOf(store)).isEqualTo(77);
    }
  }

  private static long versionOf(TestStore store) {
    return TestBlock.verifyVersion(HOT, 0, Objects.requireNonNull(store.store().get(HOT, 0)));
  }

  /** A newer version of a block may not be restored yet. */
  @Test
  void nothingIsReinsertedDuringRecovery() throws Exception {
    try (TestStore store = new TestStore(options(share(0))).awaitRestored()) {
      putAll(store, 12 * PER_REGION);
    }
    Path snapshot = folder.resolve("device0.index");
    byte[] bytes = Files.readAllBytes(snapshot);
    bytes[bytes.length - 1_000] ^= 1;
    Files.write(snapshot, bytes);
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    FlashOptions held =
        options(share(0.3)).withErrorHandler(error -> holdIfOfSnapshot(error, told, goOn));
    try (FlashStore store = new FlashStore(held)) {
      told.await();
      store.awaitQuiet();
      try {
        fillTheRingWhileAllIsRead(store);
        assertThat(store.statistics().restoringDevices()).isEqualTo(1);
        assertThat(store.statistics().restored()).isPositive();
        assertThat(store.statistics().reinsertedBytes()).isZero();
      } finally {
        goOn.countDown();
      }
      store.awaitRestored();
      fillTheRingWhileAllIsRead(store);
      assertThat(store.statistics().reinsertedBytes()).isPositive();
      assertThat(store.audit()).isEmpty();
    }
  }

  private static void holdIfOfSnapshot(Throwable error, CountDownLatch told, CountDownLatch goOn) {
    if (String.valueOf(error.getMessage()).contains("of the snapshot")) {
      told.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void fillTheRingWhileAllIsRead(FlashStore store) throws Exception {
    for (int i = 0; i < LAP; i++) {
      assertThat(store.insert(FILE, next, new TestBlock(FILE, next, BLOCK))).isNull();
      next++;
      store.awaitQuiet();
      if (i % PER_REGION == 0) {
        for (long each = 0; each < next; each++) {
          FlashBlock block = store.get(FILE, each);
          if (block != null) {
            block.release();
          }
        }
      }
    }
  }

  @Test
  void invalidShareIsRejected() {
    for (double each : new double[] {-0.1, 0.6, Double.NaN}) {
      assertThatThrownBy(() -> share(each)).hasMessageContaining("must be from 0 to 0.5");
    }
  }
}
