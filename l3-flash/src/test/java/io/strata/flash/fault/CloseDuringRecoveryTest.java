package io.strata.flash.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.restart.RecoveryThread;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A close during recovery keeps the previous snapshot: a new one would list regions without their
 * blocks.
 */
class CloseDuringRecoveryTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 32;
  private static final int BLOCK = 3_000;
  private static final int BLOCKS = 10 * (REGION - RegionHeader.BYTES) / 3_072;
  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  private FlashOptions options() {
    return TestOptions.of(folder, 1, REGION, REGIONS, BLOCK)
        .withRestart(RecoveryOptions.warm(new UUID(5, 6)));
  }

  @Test
  void nextStartRestoresTheRest() throws Exception {
    try (TestStore store = new TestStore(options()).awaitRestored()) {
      for (int i = 0; i < BLOCKS; i++) {
        assertThat(store.put(FILE, i, BLOCK)).isNull();
      }
    }
    damageSnapshot();
    byte[] before = Files.readAllBytes(snapshot());
    closeWhileRestoring();
    assertThat(Arrays.equals(Files.readAllBytes(snapshot()), before))
        .as("the previous snapshot")
        .isTrue();
    try (TestStore store = new TestStore(options()).awaitRestored()) {
      assertThat(store.error("of the snapshot").getMessage()).contains("are damaged");
      for (int i = 0; i < BLOCKS; i++) {
        assertThat(store.read(FILE, i)).as("block %d", i).isTrue();
      }
    }
  }

  private Path snapshot() {
    return folder.resolve("device0.index");
  }

  /** Damages records, so that some regions have to be read. */
  private void damageSnapshot() throws Exception {
    byte[] bytes = Files.readAllBytes(snapshot());
    for (int i = 1; i < 4; i++) {
      bytes[i * bytes.length / 4] ^= 1;
    }
    Files.write(snapshot(), bytes);
  }

  /** Blocks the recovery thread, when it reports the damage, until the store is closed. */
  private void closeWhileRestoring() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    FlashOptions options =
        options()
            .withErrorHandler(
                error -> {
                  if (String.valueOf(error.getMessage()).contains("of the snapshot")) {
                    told.countDown();
                    while (!aCloseWaitsForTheRestart()) {
                      Thread.onSpinWait();
                    }
                  }
                });
    FlashStore store = new FlashStore(options);
    told.await();
    store.awaitQuiet();
    assertThat(store.statistics().restoringDevices()).isEqualTo(1);
    assertThat(store.statistics().restored()).isPositive().isLessThan(BLOCKS);
    assertThat(store.insert("other", 1, new TestBlock("other", 1, BLOCK))).isNull();
    store.close();
    assertThat(store.audit()).isEmpty();
  }

  private static boolean aCloseWaitsForTheRestart() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey().getState() == Thread.State.WAITING)
        .flatMap(each -> Arrays.stream(each.getValue()))
        .anyMatch(
            frame ->
                frame.getClassName().equals(RecoveryThread.class.getName())
                    && frame.getMethodName().equals("close"));
  }
}
