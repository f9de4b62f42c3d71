package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.testing.Blocks;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests spills that race with the eviction of their file, at the worst moment. */
class FlashLevelTest {
  private static final long MB = 1 << 20;
  private static final int BLOCK_BYTES = 60_000;
  private static final int MORE_THAN_FIT = 800;

  @TempDir private Path folder = Path.of("");

  private final BlockCodec codec = new BlockCodec();
  private FlashStore flash;
  private FlashLevel level;

  @BeforeEach
  void open() throws Exception {
    DeviceSize file = new DeviceSize(folder.resolve("flash"), 128 * MB);
    FlashOptions options =
        new FlashOptions(
            List.of(file),
            BLOCK_BYTES,
            4 * MB,
            FlashOptions.defaultRing().withRegionBytes((int) (4 * MB)),
            RecoveryOptions.cold(),
            Encryption.none(),
            error -> {
              throw new AssertionError(error);
            });
    flash = new FlashStore(options.withMaxWriteBytesPerSecond(0));
    level =
        new FlashLevel(new FlashTier(flash, false, false), codec, new PlainFiles(), packed -> null);
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    flash.awaitQuiet();
    assertThat(flash.audit()).isEmpty();
    flash.close();
  }

  private void offer(BlockStore<CacheableSource> store, String file, long offset) {
    HFileBlock block = Blocks.onHeap(file, BlockType.DATA, offset, BLOCK_BYTES);
    store.insert(file, offset, codec.encode(block, offset, false));
    block.release();
  }

  @Test
  void blockWhoseFileIsEvictedDuringItsSpillDoesNotStayOnFlash() throws Exception {
    AtomicReference<BlockStore<CacheableSource>> memory = new AtomicReference<>();
    StoreOptions options =
        StoreOptions.ofBytes(32 * MB)
            .withVictims(
                victim -> {
                  // The evicting thread has flagged the file in memory and evicted it from flash
                  // before the block is written.
                  memory.get().evictFile(victim.file());
                  flash.evictFile(victim.file());
                  level.evicted(victim);
                });
    try (BlockStore<CacheableSource> store = new BlockStore<>(options)) {
      memory.set(store);
      for (int i = 0; i < MORE_THAN_FIT; i++) {
        offer(store, "file " + i, i);
        store.awaitQuiet();
      }
      assertThat(flash.statistics().inserts()).as("blocks that went down").isPositive();
      for (int i = 0; i < MORE_THAN_FIT; i++) {
        assertThat(flash.contains("file " + i, i)).as("block %d", i).isFalse();
      }
      store.awaitQuiet();
      assertThat(store.audit()).isEmpty();
    }
  }
}
