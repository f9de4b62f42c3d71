package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** The timeout fails tests in which a leaked pin makes the store wait forever. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class FlashStoreTest {
  private static final int REGION = 256 << 10;
  private static final int REGIONS = 32;
  private static final int BLOCK = 10_000;
  private static final String FILE = "0123456789abcdef0123456789abcdef";

  @TempDir private Path folder = Path.of("");

  private @Nullable TestStore opened;

  private FlashOptions options(int devices) {
    return TestOptions.of(folder, devices, REGION, REGIONS, BLOCK / 2);
  }

  private TestStore open(int devices) throws IOException {
    TestStore store = new TestStore(options(devices));
    opened = store;
    return store;
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    if (opened != null) {
      opened.close();
    }
  }

  @Test
  void readsFromMemoryAndFromDevice() throws Exception {
    TestStore store = open(1);
    assertThat(store.store().get(FILE, 7)).isNull();
    store.put(FILE, 7, BLOCK);
    assertThat(store.store().statistics().writtenBytes()).isZero();
    assertThat(store.read(FILE, 7)).isTrue();
    for (int i = 100; i < 100 + 4 * REGION / BLOCK; i++) {
      store.put(FILE, i, BLOCK);
    }
    assertThat(store.store().statistics().writtenBytes()).isPositive();
    assertThat(store.read(FILE, 7)).isTrue();
    assertThat(store.store().statistics().hits()).isEqualTo(2);
  }

  @Test
  void isFullOnceEveryDeviceReachedItsLastRegion() throws Exception {
    TestStore store = open(2);
    long freeBytes = (long) (REGIONS - 8) * REGION;
    for (int i = 0; i < freeBytes / BLOCK; i++) {
      store.put(FILE, i, BLOCK);
      assertThat(store.store().isFull()).as("after %d blocks", i).isFalse();
    }
    for (int i = 0; i < 2 * REGIONS * REGION / BLOCK; i++) {
      store.put("other", i, BLOCK);
    }
    store.flush();
    assertThat(store.store().isFull()).isTrue();
  }

  @Test
  void blockReportsEarlierRead() throws Exception {
    TestStore store = open(1);
    store.put(FILE, 1, BLOCK);
    store.put(FILE, 2, BLOCK);
    assertThat(store.store().contains(FILE, 1)).isTrue();
    assertThat(wasReadBefore(store, 1)).isFalse();
    store.flush();
    assertThat(wasReadBefore(store, 1)).isTrue();
    assertThat(wasReadBefore(store, 2)).isFalse();
    store.store().evict(FILE, 1);
    store.put(FILE, 1, BLOCK);
    assertThat(wasReadBefore(store, 1)).as("inserted again").isFalse();
  }

  private static boolean wasReadBefore(TestStore store, long offset) {
    FlashBlock block = Objects.requireNonNull(store.store().get(FILE, offset));
    boolean before = block.wasReadBefore();
    TestBlock.verify(FILE, offset, block);
    return before;
  }

  @Test
  void readLeavesNoPin() throws Exception {
    try (FlashStore store = new FlashStore(options(1))) {
      store.awaitQuiet();
      assertThat(store.insert(FILE, 1, new TestBlock(FILE, 1, BLOCK))).isNull();
      TestBlock.verify(FILE, 1, Objects.requireNonNull(store.get(FILE, 1)));
      store.awaitQuiet();
      assertThat(store.audit()).isEmpty();
      store.flush();
      TestBlock.verify(FILE, 1, Objects.requireNonNull(store.get(FILE, 1)));
      store.getRun(FILE, 1, BLOCK * 2, true).forEach(FlashBlock::release);
      assertThat(store.audit()).isEmpty();
    }
  }

  @Test
  void newestBlocksSurviveManyLaps() throws Exception {
    TestStore store = open(1);
    int blocks = 5 * REGIONS * REGION / BLOCK;
    Random random = new Random(1);
    for (int i = 0; i < blocks; i++) {
      store.put(FILE, i, 1 + random.nextInt(2 * BLOCK));
    }
    store.store().awaitQuiet();
    int found = 0;
    int oldest = blocks;
    for (int i = 0; i < blocks; i++) {
      if (store.read(FILE, i)) {
        found++;
        oldest = Math.min(oldest, i);
      }
    }
    assertThat(found).as("the newest, without gaps").isEqualTo(blocks - oldest);
    assertThat((long) found * BLOCK).isGreaterThan((long) (REGIONS - 8) * REGION);
    FlashStatistics statistics = store.store().statistics();
    assertThat(statistics.blocks()).isEqualTo(found);
    assertThat(statistics.damaged()).isZero();
    assertThat((double) statistics.writtenBytes() / statistics.acceptedBytes()).isLessThan(1.05);
  }

  @Test
  void devicesShareTheWrites() throws Exception {
    TestStore store = open(3);
    for (int i = 0; i < 6 * REGIONS * REGION / BLOCK; i++) {
      store.put(FILE, i, BLOCK);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(Files.size(folder.resolve("device" + i))).isEqualTo((long) REGIONS * REGION);
    }
    assertThat(store.store().statistics().blocks() * BLOCK).isGreaterThan(2L * REGIONS * REGION);
  }

  @Test
  void evictedBlockIsNotFound() throws Exception {
    TestStore store = open(1);
    store.put(FILE, 1, BLOCK);
    store.put(FILE, 2, BLOCK);
    store.put("other", 1, BLOCK);
    assertThat(store.store().evict(FILE, 1)).isTrue();
    assertThat(store.store().evict(FILE, 1)).isFalse();
    assertThat(store.store().get(FILE, 1)).isNull();
    assertThat(store.store().evictFile(FILE)).isTrue();
    assertThat(store.store().get(FILE, 2)).isNull();
    assertThat(store.read("other", 1)).isTrue();
    store.put(FILE, 2, BLOCK);
    assertThat(store.read(FILE, 2)).isTrue();
  }

  @Test
  void everyRejectionHasAReason() throws Exception {
    TestStore store = open(1);
    store.put(FILE, 1, BLOCK);
    assertThat(store.store().insert(FILE, 1, new TestBlock(FILE, 1, BLOCK)))
        .isEqualTo(Rejection.ALREADY_CACHED);
    assertThat(store.store().insert(FILE, 2, new TestBlock(FILE, 2, REGION)))
        .isEqualTo(Rejection.TOO_LARGE);
    String longName = "x".repeat(2_000);
    assertThat(store.store().insert(longName, 2, new TestBlock(longName, 2, BLOCK)))
        .isEqualTo(Rejection.TOO_LARGE);
    store.store().close();
    assertThat(store.store().insert(FILE, 3, new TestBlock(FILE, 3, BLOCK)))
        .isEqualTo(Rejection.CLOSED);
    assertThat(store.store().get(FILE, 1)).isNull();
    assertThat(store.store().statistics().rejected())
        .containsEntry(Rejection.ALREADY_CACHED, 1L)
        .containsEntry(Rejection.TOO_LARGE, 2L)
        .containsEntry(Rejection.CLOSED, 1L);
  }

  @Test
  void fileIsPrivateAndLocked() throws Exception {
    open(1);
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("device0"))))
        .isEqualTo("rw-------");
    assertThatThrownBy(() -> new FlashStore(options(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("device0 is in use by this process already");
  }

  @Test
  void invalidOptionsAreRejected() {
    assertThatThrownBy(
            () ->
                FlashOptions.of(
                    List.of(new DeviceSize(folder.resolve("f"), 1 << 20)), BLOCK, 0, e -> {}))
        .hasMessageContaining("a ring needs");
    assertThatThrownBy(() -> FlashOptions.of(List.of(), BLOCK, 0, e -> {}))
        .hasMessageContaining("Name at least one");
    assertThatThrownBy(
            () ->
                new FlashStore(
                    FlashOptions.of(
                        List.of(new DeviceSize(folder.resolve("f"), 1L << 50)),
                        1 << 20,
                        0,
                        e -> {})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the disk lacks");
  }

  @Test
  void failedSourceLosesOnlyItsBlock() throws Exception {
    TestStore store = open(1);
    RuntimeException failure = new RuntimeException("planned");
    TestBlock block = new TestBlock(FILE, 1, BLOCK);
    for (int step = 0; step < 4; step++) {
      store.store().awaitQuiet();
      assertThat(store.store().insert(FILE, 1, new FailingBlock(block, step, failure)))
          .isEqualTo(Rejection.WRITE_FAILED);
    }
    assertThat(store.errors()).hasSize(4).containsOnly(failure);
    assertThat(store.store().get(FILE, 1)).isNull();
    store.put(FILE, 1, BLOCK);
    store.flush();
    assertThat(store.read(FILE, 1)).isTrue();
  }

  /** A block of which one step fails. */
  private record FailingBlock(TestBlock block, int step, RuntimeException failure)
      implements BlockSource {
    private void fail(int at) {
      if (at == step) {
        throw failure;
      }
    }

    @Override
    public int length() {
      fail(0);
      return block.length();
    }

    @Override
    public void writeTo(ByteBuffer memory) {
      fail(1);
      block.writeTo(memory);
    }

    @Override
    public int attributes() {
      fail(2);
      return block.attributes();
    }

    @Override
    public long stamp() {
      fail(3);
      return block.stamp();
    }
  }

  @Test
  void invalidLengthIsRejected() throws Exception {
    TestStore store = open(1);
    for (int length : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertThat(store.store().insert(FILE, 1, new TestBlock(FILE, 1, length)))
          .isEqualTo(Rejection.WRITE_FAILED);
    }
    assertThat(store.errors()).hasSize(3);
    assertThat(store.store().insert(FILE, 1, new TestBlock(FILE, 1, Integer.MAX_VALUE)))
        .isEqualTo(Rejection.TOO_LARGE);
  }

  @Test
  void failingErrorHandlerCostsNothing() throws Exception {
    FlashOptions bad =
        options(1)
            .withErrorHandler(
                error -> {
                  throw new IllegalStateException("the handler");
                });
    try (FlashStore store = new FlashStore(bad)) {
      store.awaitQuiet();
      assertThat(store.insert(FILE, 1, new TestBlock(FILE, 1, 0)))
          .isEqualTo(Rejection.WRITE_FAILED);
      assertThat(store.insert(FILE, 1, new TestBlock(FILE, 1, BLOCK))).isNull();
      store.flush();
      assertThat(store.contains(FILE, 1)).isTrue();
    }
  }

  @Test
  void interruptedReaderReadsItsBlock() throws Exception {
    TestStore store = open(1);
    store.put(FILE, 1, BLOCK);
    store.flush();
    Thread.currentThread().interrupt();
    assertThat(store.read(FILE, 1)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(store.read(FILE, 1)).isTrue();
  }

  @Test
  void insertStalledForWholeLapsIsRejected() throws Exception {
    TestStore store = open(1);
    store.store().awaitQuiet();
    CountDownLatch copying = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    ExecutorService pool = Executors.newSingleThreadExecutor();
    TestBlock slow = new TestBlock(FILE, 1, BLOCK);
    Future<@Nullable Rejection> rejection =
        pool.submit(() -> store.store().insert(FILE, 1, new SlowBlock(slow, copying, goOn)));
    copying.await();
    // So that the bytes at the stalled insert's address are read.
    int blocks = 7 * REGIONS * REGION / BLOCK / 2;
    for (int i = 100; i < blocks; i++) {
      store.put(FILE, i, BLOCK);
    }
    goOn.countDown();
    assertThat(rejection.get()).isEqualTo(Rejection.DEVICE_FAILED);
    pool.shutdown();
    store.flush();
    assertThat(store.read(FILE, 1)).isFalse();
    for (int i = blocks - 10 * REGION / BLOCK; i < blocks; i++) {
      assertThat(store.read(FILE, i)).isTrue();
    }
    for (int i = 0; i < blocks; i++) {
      store.read(FILE, i);
    }
    assertThat(store.store().statistics().damaged()).isZero();
  }

  /** A block whose copy waits. */
  private record SlowBlock(TestBlock block, CountDownLatch copying, CountDownLatch goOn)
      implements BlockSource {
    @Override
    public int length() {
      return block.length();
    }

    @Override
    public int attributes() {
      return block.attributes();
    }

    @Override
    public long stamp() {
      return block.stamp();
    }

    @Override
    public void writeTo(ByteBuffer memory) {
      copying.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      block.writeTo(memory);
    }
  }

  @Test
  void concurrentReadsInsertsAndEvictions() throws Exception {
    TestStore store =
        new TestStore(
            options(3).withWriteRate(WriteRateOptions.defaults().withReinsertedShare(0.3)));
    opened = store;
    int threads = 4;
    int blocksEach = 3 * REGIONS * REGION / BLOCK;
    AtomicInteger found = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(2 * threads);
    List<Callable<Void>> work = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String file = "file" + t;
      AtomicInteger written = new AtomicInteger();
      work.add(
          () -> {
            for (int i = 0; i < blocksEach; i++) {
              store.put(file, i, 1 + (i * 7919) % (2 * BLOCK));
              written.set(i);
            }
            return null;
          });
      work.add(
          () -> {
            Random random = new Random();
            while (written.get() < blocksEach - 1) {
              int newest = written.get();
              long offset = Math.max(0, newest - random.nextInt(2_000));
              if (store.read(file, offset)) {
                found.incrementAndGet();
              }
              if (random.nextInt(1_000) == 0) {
                store.store().evict(file, offset);
              }
            }
            return null;
          });
    }
    for (Future<Void> each : pool.invokeAll(work)) {
      each.get();
    }
    pool.shutdown();
    assertThat(found.get()).isPositive();
    assertThat(store.store().statistics().reinsertedBytes()).isPositive();
    assertThat(store.store().statistics().damaged()).isZero();
  }

  @Test
  void evictRangeRemovesOnlyThatRange() throws Exception {
    TestStore store = open(2);
    for (int i = 0; i < 20; i++) {
      store.put(FILE, i, BLOCK);
      store.put("other", i, BLOCK);
    }
    assertThat(store.store().evictRange(FILE, 5, 9)).isEqualTo(5);
    assertThat(store.store().evictRange(FILE, 5, 9)).isZero();
    assertThat(store.store().evictRange("third", 5, 9)).isZero();
    for (int i = 0; i < 20; i++) {
      assertThat(store.read(FILE, i)).as("block %d", i).isEqualTo(i < 5 || i > 9);
      assertThat(store.read("other", i)).isTrue();
    }
  }

  @Test
  void directBytesCoversTheBuffersOfEachDevice() {
    FlashOptions one = options(1);
    FlashOptions two = options(2);
    assertThat(one.directBytes()).isGreaterThan(one.readBytes() + 2L * REGION);
    assertThat(two.directBytes()).isGreaterThan(one.directBytes() + 2L * REGION);
  }
}
