package io.strata.flash.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.testing.Fork;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class DeviceFailureTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 32;
  private static final int BLOCK = 5_000;
  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDeviceFailsAndRecoversWhenThereIsSpace() throws Exception {
    FlashOptions options = LimitedWriter.options(folder);
    // Created by a process without a limit, so that in the other process only later writes fail.
    new TestStore(options).close();
    try (Fork fork = Fork.limited(LimitedWriter.LIMIT_BYTES, LimitedWriter.class, folder)) {
      fork.await(LimitedWriter.FAILED);
      Process lift =
          new ProcessBuilder("prlimit", "--pid", Long.toString(fork.pid()), "--fsize=unlimited")
              .inheritIO()
              .start();
      assertThat(lift.waitFor()).isZero();
      fork.await(LimitedWriter.RECOVERED);
      assertThat(fork.waitFor()).isZero();
    }
  }

  @Test
  void unreadableDeviceFailsAndRecoversWhileTheOtherServes() throws Exception {
    FlashOptions options = TestOptions.of(folder, 2, REGION, REGIONS, BLOCK);
    try (TestStore store = new TestStore(options)) {
      int blocks = 40 * REGION / BLOCK;
      for (int i = 0; i < blocks; i++) {
        store.put(FILE, i, BLOCK);
      }
      store.flush();
      long before = store.store().statistics().blocks();
      truncate(folder.resolve("device0"), 0);
      int found = readAll(store, blocks);
      assertThat(found).isPositive().isLessThan((int) before);
      // The device's thread, which handles the failed reads.
      store.store().awaitQuiet();
      assertThat(store.error("device0 failed").getMessage())
          .contains("is out of service until it works again", "device0 ends before byte");
      store.awaitError("device0 works again");
      assertThat(store.store().statistics().failedDevices()).isZero();
      assertThat(store.store().statistics().readErrors()).isPositive();
      assertThat(readAll(store, blocks)).as("of the other device").isEqualTo(found);
      // The capacity of one device, in case the other is slow.
      int newBlocks = 20 * REGION / BLOCK;
      for (int i = blocks; i < blocks + newBlocks; i++) {
        store.put(FILE, i, BLOCK);
      }
      store.flush();
      for (int i = blocks; i < blocks + newBlocks; i++) {
        assertThat(store.read(FILE, i)).as("block %d", i).isTrue();
      }
    }
  }

  @Test
  void sporadicReadFailuresLoseOnlyTheirBlocks() throws Exception {
    FlashOptions options = TestOptions.of(folder, 1, REGION, REGIONS, BLOCK);
    try (TestStore store = new TestStore(options)) {
      int blocks = 15 * REGION / BLOCK;
      for (int i = 0; i < blocks; i++) {
        store.put(FILE, i, BLOCK);
      }
      store.flush();
      assertThat(store.store().evict(FILE, 0)).isTrue();
      store.put(FILE, 0, BLOCK);
      truncate(folder.resolve("device0"), 10L * REGION);
      // Block 0 is in memory: only reads from the device count.
      int lost = 0;
      for (int i = blocks - 1; i > blocks - TestOptions.READ_FAILURES; i--) {
        lost += store.read(FILE, i) ? 0 : 1;
      }
      assertThat(lost).isEqualTo(TestOptions.READ_FAILURES - 1);
      assertThat(store.read(FILE, 0)).isTrue();
      assertThat(store.read(FILE, 1)).isTrue();
      assertThat(store.read(FILE, blocks - TestOptions.READ_FAILURES)).isFalse();
      assertThat(store.read(FILE, 2)).isTrue();
      store.store().awaitQuiet();
      assertThat(store.store().statistics().failedDevices()).isZero();
      assertThat(store.errors()).hasSize(TestOptions.READ_FAILURES);
    }
  }

  private static void truncate(Path file, long bytes) throws Exception {
    assertThat(Files.size(file)).isGreaterThan(bytes);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }
  }

  private static int readAll(TestStore store, int blocks) {
    int found = 0;
    for (int i = 0; i < blocks; i++) {
      found += store.read(FILE, i) ? 1 : 0;
    }
    return found;
  }
}
