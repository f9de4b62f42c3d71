package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.l2.StoreOptions;
import io.strata.readpath.l3.FlashTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the replacement of the flash tier, also concurrent with shutdown. */
class ReplacedFlashTest {
  private static final int MB = 1 << 20;
  private static final int ROUNDS = 12;
  private static final int CHANGES = 4;

  @TempDir private Path folder = Path.of("");

  private final AtomicInteger opened = new AtomicInteger();

  private static OffHeapBlockCache cache() {
    return new OffHeapBlockCache(StoreOptions.ofBytes(32 * MB), 1);
  }

  /** Opens a tier over a new file. */
  private FlashTier open() {
    return new FlashTier(open(opened.incrementAndGet()), false, false);
  }

  private FlashStore open(int number) {
    DeviceSize file = new DeviceSize(folder.resolve("flash" + number), 32 * MB);
    try {
      return new FlashStore(
          new FlashOptions(
              List.of(file),
              64 << 10,
              MB,
              FlashOptions.defaultRing().withRegionBytes(MB),
              RecoveryOptions.cold(),
              Encryption.none(),
              error -> {}));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asserts that all files are closed: an open file is locked. */
  private void assertAllClosed() throws IOException {
    for (int i = 1; i <= opened.get(); i++) {
      open(i).close();
    }
  }

  @Test
  void shutdownClosesTheTierThatIsBeingOpened() throws Exception {
    OffHeapBlockCache cache = cache();
    cache.replaceFlash(this::open);
    Thread end = new Thread(cache::shutdown);
    cache.replaceFlash(
        () -> {
          end.start();
          while (end.isAlive() && end.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
          }
          return open();
        });
    end.join();
    assertAllClosed();
  }

  @Test
  void eachTierKnowsTheRegionsOfItsFiles() throws Exception {
    OffHeapBlockCache cache = cache();
    cache.notifyFileCachingCompleted(
        new org.apache.hadoop.fs.Path("/data/region/family/file"), 1, 1, 1);
    for (int i = 0; i < 2; i++) {
      cache.replaceFlash(this::open);
      FlashTier now = Objects.requireNonNull(cache.flash());
      assertThat(now.store().owners().of("file")).isEqualTo("region");
      assertThat(now.store().owners().of("other")).isNull();
    }
    cache.shutdown();
    assertAllClosed();
  }

  @Test
  void nothingIsOpenedAfterShutdown() throws Exception {
    OffHeapBlockCache cache = cache();
    cache.replaceFlash(this::open);
    cache.shutdown();
    cache.replaceFlash(this::open);
    assertThat(opened).hasValue(1);
    assertAllClosed();
  }

  @Test
  void shutdownMayComeAtAnyTime() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      OffHeapBlockCache cache = cache();
      CountDownLatch begun = new CountDownLatch(1 + round % CHANGES);
      CompletableFuture<Void> changes =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < CHANGES; i++) {
                  cache.replaceFlash(
                      () -> {
                        begun.countDown();
                        return open();
                      });
                }
              });
      begun.await();
      cache.shutdown();
      changes.get();
      assertAllClosed();
    }
  }
}
