package io.strata.l2.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.compress.Compression;
import io.strata.l2.testing.Fork;
import io.strata.l2.testing.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that uses kept memory is killed at random moments: what is found afterwards is whole,
 * what was evicted stays away, and nearly all that was there is found, packed or not. A store that
 * knows no compression serves the others, and none of the packed ones. {@code -Dstrata.l2.kills}
 * says how often, {@code -Dstrata.l2.seed} with which choices.
 */
class KilledStoreTest {
  private static final int KILLS = Integer.getInteger("strata.l2.kills", 12);
  private static final int SEED = Integer.getInteger("strata.l2.seed", 0);

  /** What is said of so many evictions before the kill. */
  private static final int MAX_LINES = 400;

  private static final double MIN_FOUND = 0.99;

  @TempDir private Path folder = Path.of("");

  private final SplittableRandom random = new SplittableRandom(SEED);
  private long found;
  private long dropped;
  private long packed;
  private long unpacked;
  private long evictions;

  @Test
  void whatIsFoundIsWholeAndWhatWasEvictedStaysAway() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      useUntilKilled(kill);
    }
    System.out.printf(
        "%d kills: %d blocks found whole, %d of them packed, %d dropped, %d evictions stayed%n",
        KILLS, found, packed, dropped, evictions);
    assertThat(evictions).isPositive();
    assertThat(packed).as("packed blocks after kills").isGreaterThan(100L * KILLS);
    assertThat(unpacked).as("reads of packed blocks").isGreaterThan(10L * KILLS);
    assertThat(found).isGreaterThan((long) (MIN_FOUND * (found + dropped)));
  }

  private void useUntilKilled(int life) throws Exception {
    try (Fork fork = new Fork(KilledStore.class, folder, life)) {
      awaitReady(fork);
      int lines = random.nextInt(MAX_LINES);
      StringBuilder said = new StringBuilder();
      for (int i = 0; i < lines; i++) {
        said.append(fork.line()).append('\n');
      }
      fork.kill();
      for (String line = fork.line(); line != null; line = fork.line()) {
        said.append(line).append('\n');
      }
      prove(life, said.toString());
    }
  }

  private Path copied() throws IOException {
    Path copy = Files.createDirectories(folder.resolve("copy"));
    for (Path file : KilledStore.files(folder)) {
      Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    return copy;
  }

  private static void awaitReady(Fork fork) throws IOException {
    String line = fork.line();
    while (line != null && !line.equals(KilledStore.READY)) {
      line = fork.line();
    }
    assertThat(line).as("what the process says first").isNotNull();
  }

  private void prove(int life, String said) throws Exception {
    Path copy = copied();
    long foundBefore = found;
    long droppedBefore = dropped;
    long packedBefore = packed;
    try (TestStore test = KilledStore.open(folder)) {
      test.store().awaitAttached();
      found += test.store().attachedBlocks();
      dropped += test.store().droppedBlocks();
      packed += test.store().packing().statistics().packedBlocks();
      assertThat(readAll(test)).as("blocks read in life %d", life).isPositive();
      unpacked += test.store().packing().statistics().unpacked();
      // The last line may be torn.
      String[] lines = said.split("\n", -1);
      for (int i = 0; i < lines.length - 1; i++) {
        proveGone(test, life, lines[i]);
      }
    }
    proveWithoutCompression(
        copy, found - foundBefore, dropped - droppedBefore, packed - packedBefore);
  }

  private static int readAll(TestStore test) {
    int there = 0;
    for (int block = 0; block < KilledStore.BLOCKS; block++) {
      there += test.read(KilledStore.FILE, block) ? 1 : 0;
    }
    return there;
  }

  /** What is packed is of no use to a store that knows no compression: it serves all else. */
  private static void proveWithoutCompression(
      Path copy, long withIt, long droppedWithIt, long packedBlocks) throws Exception {
    try (TestStore test = KilledStore.open(copy, Compression.NONE)) {
      test.store().awaitAttached();
      long there = test.store().attachedBlocks();
      long gone = test.store().droppedBlocks();
      assertThat(there + gone).isEqualTo(withIt + droppedWithIt);
      assertThat(gone).as("dropped").isGreaterThanOrEqualTo(droppedWithIt + packedBlocks);
      assertThat(test.store().packing().statistics().packedBlocks()).isZero();
      assertThat(readAll(test)).isPositive();
    }
  }

  private void proveGone(TestStore test, int life, String line) {
    if (line.startsWith(KilledStore.GONE)) {
      long offset = Long.parseLong(line.substring(KilledStore.GONE.length()));
      assertThat(test.read(KilledStore.ONCE, offset))
          .as("block %d in life %d", offset, life)
          .isFalse();
      evictions++;
    } else if (line.startsWith(KilledStore.CLOSED)) {
      long number = Long.parseLong(line.substring(KilledStore.CLOSED.length()));
      String file = KilledStore.closedFile(life, number);
      for (int block = 0; block < KilledStore.BLOCKS_OF_CLOSED; block++) {
        assertThat(test.read(file, block)).as("%s in life %d", file, life).isFalse();
      }
      evictions++;
    }
  }

  @Test
  void memoryThatAnotherProcessHoldsIsRefusedWithItsNumber() throws Exception {
    try (Fork fork = new Fork(KilledStore.class, folder, 0)) {
      awaitReady(fork);

      assertThatThrownBy(() -> KilledStore.open(folder))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by process " + fork.pid());
    }
  }
}
