package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.policy.Policies;
import io.strata.readpath.l3.FlashTier;
import io.strata.readpath.l3.HeatList;
import io.strata.readpath.testing.Blocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which blocks a drain writes and lists. Each reading of the clock advances it by 1 ms. */
class DrainTest {
  private static final long MB = 1 << 20;
  private static final int BLOCK_BYTES = 60_000;
  private static final int BLOCKS = 300;

  /** Blocks inserted in a unit of the policies' clock: their age is the same. */
  private static final int OF_ONE_AGE = (int) (64 * MB / 32 / BLOCK_BYTES) + 1;

  private static final String FILE = "file";

  @TempDir private Path folder = Path.of("");

  private final BlockCodec codec = new BlockCodec();
  private final BlockStore<CacheableSource> store =
      new BlockStore<>(StoreOptions.ofBytes(64 * MB).withPolicy(Policies.LRU));
  private final AtomicLong millis = new AtomicLong();

  private long clock() {
    return TimeUnit.MILLISECONDS.toNanos(millis.incrementAndGet());
  }

  @AfterEach
  void nothingIsPinned() throws Exception {
    store.awaitQuiet();
    assertThat(store.audit()).isEmpty();
    store.close();
  }

  private FlashStore open(long bytes, long bytesPerSecond) throws Exception {
    return open(bytes, bytesPerSecond, () -> 0);
  }

  private FlashStore open(long bytes, long bytesPerSecond, LongSupplier nanoTime) throws Exception {
    FlashOptions options =
        new FlashOptions(
            List.of(new DeviceSize(folder.resolve("flash"), bytes)),
            BLOCK_BYTES,
            4 * MB,
            FlashOptions.defaultRing().withRegionBytes((int) MB),
            RecoveryOptions.warm(new UUID(1, 2)),
            Encryption.none(),
            WriteRateOptions.defaults()
                .withMaxWriteBytesPerSecond(bytesPerSecond)
                .withClock(nanoTime),
            error -> {});
    FlashStore flash = new FlashStore(options);
    flash.awaitRestored();
    flash.awaitQuiet();
    return flash;
  }

  private FlashLevel levelOver(FlashStore flash, long drainMillis) {
    FlashTier tier = new FlashTier(flash, false, list(), drainMillis);
    return new FlashLevel(tier, codec, new PlainFiles(), packed -> null);
  }

  private HeatList list() {
    return new HeatList(folder.resolve("flash"), new UUID(1, 2));
  }

  /** Fills memory, reads some blocks, and returns the blocks that were read. */
  private Set<Long> fill() throws Exception {
    for (long i = 0; i < BLOCKS; i++) {
      HFileBlock block = Blocks.onHeap(FILE, BlockType.DATA, i, BLOCK_BYTES);
      store.insert(FILE, i, codec.encode(block, i, false));
      block.release();
      store.awaitQuiet();
    }
    Set<Long> hot = new HashSet<>();
    for (long i = 3; i < BLOCKS; i += 10) {
      int handle = store.pin(FILE, i);
      assertThat(handle).isNotEqualTo(BlockStore.NONE);
      store.unpin(handle);
      hot.add(i);
    }
    return hot;
  }

  private static Set<Long> on(FlashStore flash) {
    Set<Long> there = new HashSet<>();
    for (long i = 0; i < BLOCKS; i++) {
      if (flash.contains(FILE, i)) {
        there.add(i);
      }
    }
    return there;
  }

  private List<Long> listed() throws IOException {
    List<Long> offsets = new ArrayList<>();
    try (HeatList.Reader reader = Objects.requireNonNull(list().read())) {
      for (HeatList.Entry each = reader.next(); each != null; each = reader.next()) {
        assertThat(each.name()).isEqualTo(FILE);
        offsets.add(each.offset());
      }
    }
    return offsets;
  }

  private void drain(FlashLevel level) {
    Drain.run(store, level, false, () -> false, this::clock);
  }

  @Test
  void withEnoughTimeAllBlocksAreWrittenAndListedHottestFirst() throws Exception {
    Set<Long> hot = fill();
    try (FlashStore flash = open(128 * MB, 0)) {
      drain(levelOver(flash, 1_000_000));
      assertThat(on(flash)).hasSize(BLOCKS);
      List<Long> listed = listed();
      assertThat(listed).hasSize(BLOCKS).doesNotHaveDuplicates();
      assertThat(listed.subList(0, hot.size() + OF_ONE_AGE)).containsAll(hot);
      assertThat(listed.indexOf(BLOCKS - 1L)).isLessThan(listed.indexOf(0L));
      flash.flush();
      assertThat(flash.audit()).isEmpty();
    }
  }

  @Test
  void withLittleTimeTheHottestAreWritten() throws Exception {
    Set<Long> hot = fill();
    try (FlashStore flash = open(128 * MB, 0)) {
      // Time for the hot blocks and some more, and an eighth for the list.
      drain(levelOver(flash, 3L * hot.size()));
      Set<Long> written = on(flash);
      assertThat(written).containsAll(hot).hasSizeLessThan(3 * hot.size());
      assertThat(listed()).isNotEmpty().isSubsetOf(written);
      assertThat(millis.get()).isLessThanOrEqualTo(3 * hot.size() + 3);
    }
  }

  @Test
  void aBlockOnFlashIsListedAndNotWrittenAgain() throws Exception {
    fill();
    try (FlashStore flash = open(128 * MB, 0)) {
      drain(levelOver(flash, 1_000_000));
      long offered = flash.statistics().inserts();
      millis.set(0);
      drain(levelOver(flash, 1_000_000));
      assertThat(flash.statistics().inserts()).isEqualTo(offered);
      assertThat(listed()).hasSize(BLOCKS);
    }
  }

  /** The clock stands still, so the budget is not replenished. */
  @Test
  void writeRateLimitHolds() throws Exception {
    Set<Long> hot = fill();
    long perSecond = 500_000;
    try (FlashStore flash = open(128 * MB, perSecond)) {
      drain(levelOver(flash, 2_000));
      assertThat(flash.statistics().acceptedBytes())
          .isLessThanOrEqualTo(10 * perSecond + 2 * BLOCK_BYTES);
      assertThat(flash.statistics().rejected().get(Rejection.WEAR)).isPositive();
      assertThat(on(flash)).containsAll(hot).hasSizeLessThan(BLOCKS);
      assertThat(listed()).containsExactlyInAnyOrderElementsOf(on(flash));
    }
  }

  @Test
  void whileTheLimitHoldsNoColderBlockGoesFirst() throws Exception {
    fill();
    List<Long> order = new ArrayList<>();
    store.inspection().visitHottestFirst(block -> order.add(block.offset()));
    LongSupplier now = () -> TimeUnit.MILLISECONDS.toNanos(millis.get());
    try (FlashStore flash = open(128 * MB, 500_000, now)) {
      drain(levelOver(flash, 5_000));
      Set<Long> written = on(flash);
      assertThat(written).hasSizeBetween(100, 200);
      assertThat(order.subList(0, written.size())).containsExactlyInAnyOrderElementsOf(written);
    }
  }

  @Test
  void theRingIsNotWrittenRound() throws Exception {
    Set<Long> hot = fill();
    long bytes = 12 * MB;
    try (FlashStore flash = open(bytes, 0)) {
      drain(levelOver(flash, 1_000_000));
      flash.awaitQuiet();
      assertThat(flash.statistics().acceptedBytes()).isPositive().isLessThan(bytes * 3 / 4);
      assertThat(on(flash)).containsAll(hot);
    }
  }

  @Test
  void anAbortedServerLeavesNothing() throws Exception {
    fill();
    try (FlashStore flash = open(128 * MB, 0)) {
      FlashLevel level = levelOver(flash, 1_000_000);
      Drain.run(store, level, false, () -> true, this::clock);
      assertThat(flash.statistics().inserts()).isZero();
      assertThat(list().exists()).isFalse();
      Drain.run(store, level, false, () -> millis.get() > 50, this::clock);
      assertThat(flash.statistics().inserts()).isBetween(1L, 50L);
    }
  }

  @Test
  void listIsKeptWhileItIsNeeded() throws Exception {
    fill();
    try (HeatList.Writer writer = list().write()) {
      writer.add(FILE, 7);
      writer.commit();
    }
    try (FlashStore flash = open(128 * MB, 0)) {
      Drain.run(store, levelOver(flash, 1_000_000), true, () -> false, this::clock);
      assertThat(on(flash)).hasSize(BLOCKS);
      assertThat(listed()).containsExactly(7L);
    }
  }

  @Test
  void withoutDrainTimeNothingIsDone() throws Exception {
    fill();
    try (FlashStore flash = open(128 * MB, 0)) {
      drain(levelOver(flash, 0));
      assertThat(flash.statistics().inserts()).isZero();
      assertThat(list().exists()).isFalse();
    }
  }
}
