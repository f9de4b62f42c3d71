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
import io.strata.readpath.l3.HeatList;
import io.strata.readpath.testing.Blocks;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which blocks of a list are refilled while files are evicted. */
class RefillTest {
  private static final long MB = 1 << 20;
  private static final int BLOCK_BYTES = 60_000;
  private static final int BLOCKS = 300;

  @TempDir private Path folder = Path.of("");

  private final BlockCodec codec = new BlockCodec();
  private final BlockStore<CacheableSource> store = new BlockStore<>(StoreOptions.ofBytes(64 * MB));
  private FlashStore flash;
  private FlashLevel level;

  @BeforeEach
  void open() throws Exception {
    FlashOptions options =
        new FlashOptions(
            List.of(new DeviceSize(folder.resolve("flash"), 128 * MB)),
            BLOCK_BYTES,
            4 * MB,
            FlashOptions.defaultRing().withRegionBytes((int) (4 * MB)),
            RecoveryOptions.warm(new UUID(1, 2)),
            Encryption.none(),
            error -> {
              throw new AssertionError(error);
            });
    flash = new FlashStore(options);
    flash.awaitRestored();
    flash.awaitQuiet();
    HeatList list = new HeatList(folder.resolve("flash"), new UUID(1, 2));
    level =
        new FlashLevel(
            new FlashTier(flash, false, list, 1), codec, new PlainFiles(), packed -> null);
    try (HeatList.Writer writer = list.write()) {
      for (int i = 0; i < BLOCKS; i++) {
        HFileBlock block = Blocks.onHeap(file(i), BlockType.DATA, i, BLOCK_BYTES);
        CacheableSource source = codec.encode(block, i, false);
        level.writeThrough(file(i), i, source);
        source.release();
        block.release();
        writer.add(file(i), i);
        flash.awaitQuiet();
      }
      writer.commit();
    }
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    store.awaitQuiet();
    assertThat(store.audit()).isEmpty();
    store.close();
    assertThat(flash.audit()).isEmpty();
    flash.close();
  }

  private static String file(int i) {
    return "file " + i;
  }

  private static void awaitEnd(Refill refill) throws InterruptedException {
    while (refill.needsList()) {
      Thread.sleep(2);
    }
    refill.stop();
  }

  @Test
  void aFileThatIsEvictedMeanwhileStaysAway() throws Exception {
    Refill refill = Objects.requireNonNull(Refill.start(store, codec, level));
    // The file comes late in the list. Its block is still on flash, as when memory is evicted
    // first.
    refill.evicting(file(BLOCKS - 1));
    awaitEnd(refill);
    store.awaitQuiet();
    for (int i = 0; i < BLOCKS; i++) {
      assertThat(store.contains(file(i), i)).as("block %d", i).isEqualTo(i < BLOCKS - 1);
    }
  }

  @Test
  void stopEndsTheRefillAndKeepsTheList() throws Exception {
    Refill refill = Objects.requireNonNull(Refill.start(store, codec, level));
    refill.stop();
    assertThat(refill.needsList()).isTrue();
    store.awaitQuiet();
    assertThat(store.contains(file(BLOCKS - 1), BLOCKS - 1)).isFalse();
    awaitEnd(Objects.requireNonNull(Refill.start(store, codec, level)));
    assertThat(store.contains(file(BLOCKS - 1), BLOCKS - 1)).isTrue();
  }

  @Test
  void withoutFlashThereIsNoRefill() {
    assertThat(Refill.start(store, codec, DiskLevel.NONE)).isNull();
  }
}
