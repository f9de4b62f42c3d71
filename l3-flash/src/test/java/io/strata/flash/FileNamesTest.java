package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store knows the names of files that have blocks, and no others. */
class FileNamesTest {
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 16;
  private static final int BLOCK = 3_000;
  private static final int FILES = 5_000;

  @TempDir private Path folder = Path.of("");

  private FlashOptions options() {
    return TestOptions.of(folder, 1, REGION, REGIONS, BLOCK);
  }

  @Test
  void nameIsRemovedWithLastBlockOfFile() throws Exception {
    try (TestStore store = new TestStore(options())) {
      for (int i = 0; i < FILES; i++) {
        assertThat(store.put("file" + i, 1, BLOCK)).isNull();
      }
      store.flush();
      long blocks = store.store().statistics().blocks();
      assertThat(blocks).isPositive().isLessThan(FILES);
      assertThat((long) store.store().files().size()).isEqualTo(blocks);
      store.store().files().forEach(each -> assertThat(store.store().evict(each, 1)).isTrue());
      assertThat(store.store().files()).isEmpty();
    }
  }

  @Test
  void rejectedBlockLeavesNoName() throws Exception {
    WriteRateOptions oneByte =
        WriteRateOptions.defaults().withMaxWriteBytesPerSecond(1).withClock(() -> 0);
    try (TestStore store = new TestStore(options().withWriteRate(oneByte))) {
      for (int i = 0; i < FILES; i++) {
        store.put("file" + i, 1, BLOCK);
      }
      assertThat(store.store().statistics().rejected().get(Rejection.WEAR)).isEqualTo(FILES - 1);
      assertThat(store.store().files()).containsExactly("file0");
    }
  }

  @Test
  void failedSourceLeavesNoName() throws Exception {
    try (TestStore store = new TestStore(options())) {
      TestBlock failing =
          new TestBlock("file", 1, BLOCK) {
            @Override
            public long stamp() {
              throw new IllegalStateException("as if the source failed");
            }
          };
      assertThat(store.put("file", 1, failing)).isEqualTo(Rejection.WRITE_FAILED);
      assertThat(store.errors()).hasSize(1);
      assertThat(store.store().files()).isEmpty();
    }
  }

  /** Covers restored names and their owners, too. */
  @Test
  void restoredNameIsRemovedWithLastBlockOfFile() throws Exception {
    FlashOptions warm = options().withRestart(RecoveryOptions.warm(new UUID(1, 2)));
    try (TestStore store = new TestStore(warm).awaitRestored()) {
      store.store().owners().ask(file -> "owner");
      for (int i = 0; i < 10; i++) {
        assertThat(store.put("old" + i, 1, BLOCK)).isNull();
      }
    }
    try (TestStore store = new TestStore(warm).awaitRestored()) {
      assertThat(store.store().restoredFiles()).hasSize(10);
      assertThat(store.store().owners().of("old1")).isEqualTo("owner");
      for (int i = 0; i < 1_000; i++) {
        assertThat(store.put("new", i, BLOCK)).isNull();
      }
      store.flush();
      assertThat(store.store().files()).containsExactly("new");
      assertThat(store.store().restoredFiles()).isEmpty();
      assertThat(store.store().owners().of("old1")).isNull();
    }
  }
}
