package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.crypt.Encryption;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of several blocks with one read of the device. */
class RunTest {
  private static final int REGION = 256 << 10;
  private static final int BLOCK = 5_000;
  private static final int TOTAL = BlockHeader.totalBytes(1, BLOCK);
  private static final int WINDOW = 10 * TOTAL;
  private static final String FILE = "f";

  @TempDir private Path folder = Path.of("");

  private TestStore store;

  @BeforeEach
  void open() throws Exception {
    store = new TestStore(options());
  }

  private FlashOptions options() {
    return TestOptions.of(folder, 1, REGION, 16, BLOCK);
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    store.close();
  }

  private void putAll(String file, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(store.put(file, i, BLOCK)).isNull();
    }
  }

  /** Reads a run, checks its blocks, and returns their offsets. */
  private List<Long> run(long offset, int maxBytes) {
    List<Long> offsets = new ArrayList<>();
    for (FlashBlock each : store.store().getRun(FILE, offset, maxBytes, true)) {
      assertThat(each.file()).isEqualTo(FILE);
      offsets.add(each.offset());
      TestBlock.verify(FILE, each.offset(), each);
    }
    return offsets;
  }

  private static List<Long> offsets(long from, long to) {
    List<Long> offsets = new ArrayList<>();
    for (long i = from; i < to; i++) {
      offsets.add(i);
    }
    return offsets;
  }

  @Test
  void adjacentBlocksAreReadAtOnce() {
    putAll(FILE, 0, 100);
    store.flush();
    assertThat(run(3, WINDOW)).isEqualTo(offsets(3, 13));
    assertThat(run(3, WINDOW + TOTAL - 1)).isEqualTo(offsets(3, 13));
    assertThat(run(3, WINDOW + TOTAL)).isEqualTo(offsets(3, 14));
    assertThat(run(4, 1)).as("larger than the limit").isEqualTo(offsets(4, 5));
    assertThat(run(4, -1)).isEqualTo(offsets(4, 5));
    int inRegion = (REGION - RegionHeader.BYTES) / TOTAL;
    assertThat(run(inRegion - 2, Integer.MAX_VALUE)).isEqualTo(offsets(inRegion - 2, inRegion));
    assertThat(run(200, WINDOW)).isEmpty();
    assertThat(store.store().getRun("other", 0, WINDOW, true)).isEmpty();
    assertThat(store.store().statistics().hits()).isEqualTo(10 + 10 + 11 + 1 + 1 + 2);
  }

  @Test
  void bufferIsReleasedWithItsLastBlock() {
    putAll(FILE, 0, 100);
    store.flush();
    List<FlashBlock> blocks = store.store().getRun(FILE, 0, WINDOW, true);
    assertThat(blocks).hasSize(10);
    for (FlashBlock each : blocks) {
      assertThat(store.store().blocksInUse()).isEqualTo(1);
      TestBlock.verify(FILE, each.offset(), each);
    }
    assertThat(store.store().blocksInUse()).isZero();
  }

  @Test
  void runHasOnlyPresentFollowersOfTheFile() {
    putAll(FILE, 10, 12);
    putAll("o", 12, 14);
    putAll(FILE, 5, 6);
    putAll(FILE, 12, 15);
    store.flush();
    assertThat(store.store().evict(FILE, 13)).isTrue();
    assertThat(run(10, WINDOW)).containsExactly(10L, 11L, 12L, 14L);
    assertThat(store.put(FILE, 13, BLOCK)).isNull();
    store.flush();
    assertThat(run(10, WINDOW)).as("13 has another address").containsExactly(10L, 11L, 12L, 14L);
  }

  @Test
  void runRecordsTheAccessOfAllBlocks() {
    putAll(FILE, 0, 10);
    store.flush();
    assertThat(store.read(FILE, 1)).isTrue();
    List<Boolean> before = new ArrayList<>();
    for (FlashBlock each : store.store().getRun(FILE, 0, 3 * TOTAL, true)) {
      before.add(each.wasReadBefore());
      each.release();
    }
    assertThat(before).containsExactly(false, true, false);
    for (int i = 0; i < 4; i++) {
      FlashBlock block = Objects.requireNonNull(store.store().get(FILE, i));
      assertThat(block.wasReadBefore()).isEqualTo(i < 3);
      block.release();
    }
  }

  @Test
  void blockInMemoryIsReadAlone() {
    putAll(FILE, 0, 10);
    assertThat(run(0, WINDOW)).isEqualTo(offsets(0, 1));
  }

  @Test
  void withoutLargeBufferBlockIsReadAlone() throws Exception {
    store.close();
    FlashOptions all = options();
    FlashOptions small =
        new FlashOptions(
            all.files(), BLOCK, 40 << 10, all.ring(), all.restart(), all.encryption(), e -> {});
    store = new TestStore(small);
    putAll(FILE, 0, 100);
    store.flush();
    assertThat(run(0, WINDOW)).isEqualTo(offsets(0, 1));
    assertThat(run(0, 3 * TOTAL)).isEqualTo(offsets(0, 3));
  }

  @Test
  void encryptedBlocksAreVerifiedIndividually() throws Exception {
    store.close();
    store = new TestStore(options().withEncryption(Encryption.withNewKey()));
    putAll(FILE, 0, 40);
    store.flush();
    assertThat(run(0, 40 * TOTAL)).isEqualTo(offsets(0, 40));
  }

  @Test
  void onlyDamagedBlocksAreLost() throws Exception {
    putAll(FILE, 0, 20);
    store.flush();
    damage(3, TOTAL / 2);
    damage(5, 8);
    assertThat(run(1, 8 * TOTAL)).containsExactly(1L, 2L, 4L, 6L, 7L, 8L);
    assertThat(store.store().statistics().damaged()).as("5 was not found").isEqualTo(1);
    assertThat(store.read(FILE, 5)).isFalse();
    assertThat(run(3, WINDOW)).isEmpty();
    assertThat(store.store().statistics().damaged()).isEqualTo(2);
    damage(7, TOTAL / 2);
    assertThat(run(7, WINDOW)).as("the first is damaged").isEmpty();
    assertThat(store.store().statistics().damaged()).isEqualTo(3);
    assertThat(run(8, WINDOW)).isEqualTo(offsets(8, 18));
  }

  private void damage(int block, int at) throws Exception {
    Path file = folder.resolve("device0");
    long position = RegionHeader.BYTES + (long) block * TOTAL + at;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, position);
      channel.write(one.put(0, (byte) ~one.get(0)).flip(), position);
    }
  }

  @Test
  void afterFailedRunReadBlockIsReadAlone() throws Exception {
    putAll(FILE, 0, 20);
    store.flush();
    try (FileChannel channel =
        FileChannel.open(folder.resolve("device0"), StandardOpenOption.WRITE)) {
      channel.truncate(RegionHeader.BYTES + 5L * TOTAL);
    }
    assertThat(run(1, WINDOW)).isEqualTo(offsets(1, 2));
    assertThat(store.store().statistics().readErrors()).isZero();
    assertThat(run(8, WINDOW)).isEmpty();
    assertThat(store.store().statistics().readErrors()).isEqualTo(1);
    assertThat(store.errors()).hasSize(1);
  }
}
