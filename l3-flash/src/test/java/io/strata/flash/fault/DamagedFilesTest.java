package io.strata.flash.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage to a file loses only the blocks that it hits, with a snapshot and without. */
class DamagedFilesTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final int REGION = 64 << 10;
  private static final int REGIONS = 20;
  private static final int FILLED = 10;
  private static final int BLOCK = 3_000;
  private static final String FILE = "file";
  private static final int HEADER = BlockHeader.bytes(FILE.length());
  private static final int TOTAL = BlockHeader.totalBytes(FILE.length(), BLOCK);
  private static final int PER_REGION = (REGION - RegionHeader.BYTES) / TOTAL;
  private static final int BLOCKS = FILLED * PER_REGION;

  @TempDir private Path folder = Path.of("");

  private Path device() {
    return folder.resolve("device0");
  }

  private Path snapshot() {
    return folder.resolve("device0.index");
  }

  private FlashOptions options(int regionBytes, int regions, UUID store) {
    return TestOptions.of(folder, 1, regionBytes, regions, BLOCK)
        .withRestart(RecoveryOptions.warm(store));
  }

  private TestStore open() throws IOException {
    return new TestStore(options(REGION, REGIONS, STORE)).awaitRestored();
  }

  /** Leaves a file whose first regions are full of blocks. */
  private void fill(boolean withSnapshot) throws IOException {
    try (TestStore store = open()) {
      put(store, 0, BLOCKS);
    }
    if (!withSnapshot) {
      Files.delete(snapshot());
    }
  }

  private static void put(TestStore store, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(store.put(FILE, i, BLOCK)).isNull();
    }
  }

  private static long regionAt(int region) {
    return (long) region * REGION;
  }

  private static long blockAt(int block) {
    return regionAt(block / PER_REGION) + RegionHeader.BYTES + (long) block % PER_REGION * TOTAL;
  }

  private static void flip(Path file, long at, int bit) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(at);
      int value = open.read();
      open.seek(at);
      open.write(value ^ 1 << bit);
    }
  }

  private static void overwrite(Path file, long at, byte[] bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(at);
      open.write(bytes);
    }
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  private static BitSet found(TestStore store, int blocks) {
    BitSet found = new BitSet();
    for (int i = 0; i < blocks; i++) {
      found.set(i, store.read(FILE, i));
    }
    return found;
  }

  /** Checks that exactly these blocks are lost, and that the store works. */
  private void verifyLost(BitSet lost) throws IOException {
    BitSet expected = new BitSet();
    expected.set(0, BLOCKS);
    expected.andNot(lost);
    try (TestStore store = open()) {
      store.errors();
      assertThat(found(store, BLOCKS)).isEqualTo(expected);
      put(store, BLOCKS, BLOCKS + 2 * PER_REGION);
      store.flush();
      assertThat(store.read(FILE, BLOCKS)).isTrue();
    }
    try (TestStore store = open()) {
      store.errors();
      assertThat(store.read(FILE, BLOCKS)).isTrue();
    }
  }

  private static BitSet lost(int from, int to) {
    BitSet lost = new BitSet();
    lost.set(from, to);
    return lost;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void undamagedFileLosesNothing(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    verifyLost(new BitSet());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bitFlipInRegionHeaderLosesNothing(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    flip(device(), regionAt(3) + 41, 2);
    verifyLost(new BitSet());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void overwrittenRegionHeaderLosesTheRegion(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    overwrite(device(), regionAt(3), noise(RegionHeader.BYTES));
    verifyLost(lost(3 * PER_REGION, 4 * PER_REGION));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bitFlipInBlockLosesTheBlock(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    flip(device(), blockAt(5) + 17, 0);
    flip(device(), blockAt(77) + HEADER + 1_500, 7);
    flip(device(), blockAt(78) + 50, 7);
    BitSet lost = lost(77, 79);
    lost.set(5);
    verifyLost(lost);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tornRegionLosesWhatWasNotWritten(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    int first = 4 * PER_REGION + 7;
    overwrite(device(), blockAt(first) + 100, noise((int) (regionAt(5) - blockAt(first) - 100)));
    verifyLost(lost(first, 5 * PER_REGION));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void holeLosesTheBlocksInIt(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    int first = 4 * PER_REGION + 7;
    overwrite(device(), blockAt(first) + 100, new byte[3 * TOTAL]);
    verifyLost(lost(first, first + 4));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void truncationLosesTheBlocksBehindIt(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    int first = 6 * PER_REGION + 9;
    try (RandomAccessFile file = new RandomAccessFile(device().toFile(), "rw")) {
      file.setLength(blockAt(first) + 1_000);
    }
    verifyLost(lost(first, BLOCKS));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void emptyOrForeignFileLosesAll(boolean withSnapshot) throws Exception {
    for (byte[] content : new byte[][] {new byte[0], noise(REGIONS * REGION), noise(100)}) {
      fill(withSnapshot);
      Files.write(device(), content);
      verifyLost(lost(0, BLOCKS));
      Files.delete(device());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fileOfAnotherStoreLosesAllAndIsReported(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    try (TestStore other =
        new TestStore(options(REGION, REGIONS, new UUID(3, 4))).awaitRestored()) {
      assertThat(found(other, BLOCKS).isEmpty()).isTrue();
      other.awaitRestored().error("device0 has " + FILLED + " regions of another store");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void regionsOfAnotherSizeLoseAllAndAreReported(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    try (TestStore other = new TestStore(options(2 * REGION, REGIONS / 2, STORE)).awaitRestored()) {
      assertThat(found(other, BLOCKS).isEmpty()).isTrue();
      other.awaitRestored().error("of another size or position");
      put(other, 0, 100);
      assertThat(found(other, 100).cardinality()).isEqualTo(100);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void resizedFileKeepsWhatFits(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    try (TestStore grown = new TestStore(options(REGION, 2 * REGIONS, STORE)).awaitRestored()) {
      assertThat(found(grown, BLOCKS).cardinality()).isEqualTo(BLOCKS);
    }
    if (!withSnapshot) {
      Files.delete(snapshot());
    }
    int left = FILLED - 2;
    try (TestStore shrunk = new TestStore(options(REGION, left, STORE)).awaitRestored()) {
      // The ring has opened regions again, and has retired those ahead.
      BitSet found = found(shrunk, BLOCKS);
      int overwritten = TestOptions.BUFFERS + TestOptions.MARGIN;
      assertThat(found).isEqualTo(lost(overwritten * PER_REGION, left * PER_REGION));
    }
  }

  @Test
  void damagedSnapshotLosesNothing() throws Exception {
    fill(true);
    byte[] whole = Files.readAllBytes(snapshot());
    byte[] file = Files.readAllBytes(device());
    Random random = new Random(1);
    for (int round = 0; round < 6; round++) {
      Files.write(device(), file);
      byte[] damaged = whole.clone();
      for (int i = 0; i < 1 + round; i++) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(snapshot(), damaged);
      verifyLost(new BitSet());
    }
    for (byte[] content :
        new byte[][] {
          new byte[0],
          new byte[whole.length],
          noise(whole.length),
          Arrays.copyOf(whole, whole.length / 2 + 3)
        }) {
      Files.write(device(), file);
      Files.write(snapshot(), content);
      verifyLost(new BitSet());
    }
  }

  @Test
  void oldSnapshotLosesNothing() throws Exception {
    fill(true);
    Path old = folder.resolve("old");
    Files.copy(snapshot(), old);
    try (TestStore store = open()) {
      put(store, BLOCKS, BLOCKS + 3 * PER_REGION);
    }
    Files.move(old, snapshot(), StandardCopyOption.REPLACE_EXISTING);
    try (TestStore store = open()) {
      assertThat(found(store, BLOCKS + 3 * PER_REGION).cardinality())
          .isEqualTo(BLOCKS + 3 * PER_REGION);
    }
  }

  @Test
  void snapshotOlderThanALapLosesNothing() throws Exception {
    fill(true);
    Path old = folder.resolve("old");
    Files.copy(snapshot(), old);
    int end = BLOCKS + 16 * PER_REGION;
    try (TestStore store = open()) {
      put(store, BLOCKS, end);
    }
    Files.move(old, snapshot(), StandardCopyOption.REPLACE_EXISTING);
    try (TestStore store = open()) {
      BitSet found = found(store, end);
      assertThat(found.nextClearBit(end - 12 * PER_REGION)).isEqualTo(end);
    }
  }

  @Test
  void snapshotNewerThanFileIsUsedWhereItIsRight() throws Exception {
    fill(true);
    Path old = folder.resolve("old");
    Files.copy(device(), old);
    try (TestStore store = open()) {
      put(store, BLOCKS, BLOCKS + 3 * PER_REGION);
      assertThat(store.store().evict(FILE, 1)).isTrue();
    }
    Files.move(old, device(), StandardCopyOption.REPLACE_EXISTING);
    try (TestStore store = open()) {
      BitSet expected = lost(0, BLOCKS);
      expected.clear(1);
      assertThat(found(store, BLOCKS + 3 * PER_REGION)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bitFlipsLoseOnlyTheBlocksTheyHit(boolean withSnapshot) throws Exception {
    fill(withSnapshot);
    byte[] whole = Files.readAllBytes(device());
    byte[] index = withSnapshot ? Files.readAllBytes(snapshot()) : new byte[0];
    Random random = new Random(5);
    for (int round = 0; round < 10; round++) {
      byte[] damaged = whole.clone();
      BitSet lost = new BitSet();
      for (int i = 0; i < 30; i++) {
        int region = random.nextInt(FILLED);
        int at = random.nextInt(REGION);
        damaged[(int) regionAt(region) + at] ^= (byte) (1 << random.nextInt(8));
        int block = (at - RegionHeader.BYTES) / TOTAL;
        boolean inBlock = at >= RegionHeader.BYTES && block < PER_REGION;
        if (inBlock && (at - RegionHeader.BYTES) % TOTAL < HEADER + BLOCK) {
          lost.set(region * PER_REGION + block);
        }
      }
      Files.write(device(), damaged);
      if (withSnapshot) {
        Files.write(snapshot(), index);
      } else {
        Files.deleteIfExists(snapshot());
      }
      verifyLost(lost);
    }
  }
}
