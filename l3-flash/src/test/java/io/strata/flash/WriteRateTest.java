package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of the write rate, with a clock that only the test advances. */
class WriteRateTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 32;
  private static final int BLOCK = 5_000;
  private static final int RATE = 100_000;
  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  private final AtomicLong now = new AtomicLong();
  private long next;

  private TestStore open() throws Exception {
    return new TestStore(
        TestOptions.of(folder, 2, REGION, REGIONS, BLOCK)
            .withWriteRate(new WriteRateOptions(RATE, 0, now::get)));
  }

  private @Nullable Rejection put(TestStore store, boolean readAgain) {
    next++;
    return store.put(FILE, next, new TestBlock(FILE, next, BLOCK), readAgain);
  }

  private int putAll(TestStore store, boolean readAgain) {
    int accepted = 0;
    while (put(store, readAgain) == null) {
      accepted++;
    }
    return accepted;
  }

  @Test
  void writesStayWithinTheRate() throws Exception {
    long written;
    int seconds = 50;
    try (TestStore store = open()) {
      for (int i = 0; i < seconds; i++) {
        assertThat(putAll(store, i % 2 == 0)).as("second %d", i).isGreaterThanOrEqualTo(0);
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      }
      store.flush();
      written = store.store().statistics().writtenBytes();
      assertThat(store.store().statistics().rejected())
          .containsEntry(Rejection.WEAR, (long) seconds);
    }
    long allowed = (long) RATE * (WriteRateLimiter.SECONDS + seconds);
    // The last second's budget remains, and two full regions may exceed the rate.
    assertThat(written).isBetween(allowed - 2 * RATE, allowed + BLOCK);
  }

  @Test
  void blocksReadAgainMayUseTheWholeBudget() throws Exception {
    try (TestStore store = open()) {
      int once = putAll(store, false);
      assertThat(put(store, false)).isEqualTo(Rejection.WEAR);
      int again = putAll(store, true);
      assertThat(once).isBetween(RATE * WriteRateLimiter.SECONDS / 2 / (BLOCK + 1_000), 100);
      assertThat(again).isBetween(once - 10, once + 10);
      assertThat(store.read(FILE, 1)).isTrue();
      assertThat(store.store().get(FILE, next)).isNull();
    }
  }

  @Test
  void rejectedBlockIsNotCopied() throws Exception {
    try (TestStore store = open()) {
      putAll(store, true);
      BlockSource source =
          new BlockSource() {
            @Override
            public int length() {
              return BLOCK;
            }

            @Override
            public int attributes() {
              throw new AssertionError("asked");
            }

            @Override
            public long stamp() {
              throw new AssertionError("asked");
            }

            @Override
            public void writeTo(ByteBuffer memory) {
              throw new AssertionError("asked");
            }
          };
      assertThat(store.store().insert(FILE, 0, source, true)).isEqualTo(Rejection.WEAR);
    }
  }

  private FlashOptions warm() {
    // As often as possible: only their share limits them.
    return TestOptions.of(folder, 2, REGION, REGIONS, BLOCK)
        .withRestart(new RecoveryOptions(true, new UUID(1, 2), 1));
  }

  /** Small blocks make the index as large as possible relative to the data. */
  @Test
  void snapshotsAreASmallShareOfWrites() throws Exception {
    int small = 200;
    FlashOptions options = warm();
    try (TestStore store =
        new TestStore(
            new FlashOptions(
                options.files(),
                small,
                options.readBytes(),
                options.ring(),
                options.restart(),
                options.encryption(),
                options.writeRate(),
                options.onError()))) {
      store.awaitRestored();
      for (int i = 0; i < 100_000; i++) {
        assertThat(store.put(FILE, i, small)).isNull();
      }
      store.flush();
      FlashStatistics statistics = store.store().statistics();
      while (statistics.snapshotBytes() == 0) {
        Thread.onSpinWait();
        statistics = store.store().statistics();
      }
      long data = statistics.writtenBytes() - statistics.snapshotBytes();
      long snapshot = Files.size(folder.resolve("device0.index"));
      // The first snapshot of each of the two devices comes before there is credit for it.
      assertThat(statistics.snapshotBytes()).isLessThan(data / 50 + 3 * snapshot);
    }
  }

  @Test
  void snapshotsAreChargedToTheRate() throws Exception {
    FlashStatistics statistics;
    int seconds = 0;
    try (TestStore store =
        new TestStore(warm().withWriteRate(new WriteRateOptions(RATE, 0, now::get)))
            .awaitRestored()) {
      do {
        now.addAndGet(seconds == 0 ? 0 : TimeUnit.SECONDS.toNanos(1));
        seconds++;
        putAll(store, true);
        store.flush();
        statistics = store.store().statistics();
        // Snapshots are written by threads that no flush waits for. Write until their bytes are
        // more than the tolerance below.
      } while (seconds < 50 || statistics.snapshotBytes() < REGION);
    }
    long allowed = (long) RATE * (WriteRateLimiter.SECONDS + seconds - 1);
    long snapshot = Files.size(folder.resolve("device0.index")) + 2L * DeviceFile.ALIGNMENT;
    assertThat(2 * snapshot + BLOCK).isLessThan(REGION);
    // Above the budget: a region's block, and a snapshot in progress on each device.
    assertThat(statistics.writtenBytes()).isLessThan(allowed + BLOCK + 2 * snapshot);
  }
}
