package io.strata.flash.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.SmallDisk;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A store one of whose disks hangs. */
@EnabledOnOs(OS.LINUX)
class HungDiskTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 32;
  private static final int BLOCK = 5_000;
  private static final long CLOSE_MILLIS = 300;

  /**
   * The disk recovers after this time, so that a close that waits for it ends, and the test fails.
   */
  private static final long THAW_SECONDS = 20;

  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

  private FlashOptions options(Path hanging) {
    FlashOptions usual = TestOptions.of(folder, 1, REGION, REGIONS, BLOCK);
    long bytes = (long) REGIONS * REGION;
    return new FlashOptions(
        List.of(new DeviceSize(hanging, bytes), new DeviceSize(folder.resolve("healthy"), bytes)),
        BLOCK,
        usual.readBytes(),
        usual.ring().withCloseMillis(CLOSE_MILLIS),
        RecoveryOptions.warm(new UUID(1, 2)),
        usual.encryption(),
        errors::add);
  }

  @Test
  void closeWaitsForHangingDiskUpToTheTimeout() throws Exception {
    try (SmallDisk disk = SmallDisk.mountExt4(folder.resolve("disk"), 32L << 20)) {
      Path hanging = disk.folder().resolve("hanging");
      FlashStore store = new FlashStore(options(hanging));
      store.awaitRestored();
      disk.freeze();
      CountDownLatch closed = new CountDownLatch(1);
      FutureTask<Boolean> closedFirst =
          new FutureTask<>(
              () -> {
                boolean first = closed.await(THAW_SECONDS, TimeUnit.SECONDS);
                disk.thaw();
                return first;
              });
      new Thread(closedFirst).start();
      insertUntilTheHangingDiskIsBehind(store);
      store.close();
      closed.countDown();
      assertThat(closedFirst.get()).as("closed before the disk answered").isTrue();
      assertThat(errors)
          .anyMatch(
              each -> String.valueOf(each.getMessage()).contains(hanging + " did not answer"));
      assertThat(folder.resolve("healthy.index")).as("snapshot of the other").exists();
      verifyWhatTheHealthyDiskHas(hanging);
    }
  }

  /** Inserts until all buffers of the hanging disk wait; the other disk takes the blocks. */
  private static void insertUntilTheHangingDiskIsBehind(FlashStore store) {
    for (int i = 0; i < REGIONS * (REGION / BLOCK); i++) {
      while (store.insert(FILE, i, new TestBlock(FILE, i, BLOCK)) == Rejection.WRITERS_BEHIND) {
        Thread.onSpinWait();
      }
    }
  }

  /** After the disk recovers, the files are closed, and the other disk's blocks are restored. */
  private void verifyWhatTheHealthyDiskHas(Path hanging) throws Exception {
    errors.clear();
    try (FlashStore store = reopen(hanging)) {
      store.awaitRestored();
      assertThat(store.statistics().restored()).isPositive();
      int found = 0;
      for (int i = 0; i < REGIONS * (REGION / BLOCK); i++) {
        var block = store.get(FILE, i);
        if (block != null) {
          TestBlock.verify(FILE, i, block);
          found++;
        }
      }
      assertThat(found).isPositive();
      store.awaitQuiet();
      assertThat(store.audit()).isEmpty();
    }
    assertThat(errors).noneMatch(each -> String.valueOf(each.getMessage()).contains("did not"));
    assertThat(Files.exists(hanging)).isTrue();
  }

  private FlashStore reopen(Path hanging) throws Exception {
    while (true) {
      try {
        return new FlashStore(options(hanging));
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("in use by this process already");
        Thread.sleep(10);
      }
    }
  }
}
