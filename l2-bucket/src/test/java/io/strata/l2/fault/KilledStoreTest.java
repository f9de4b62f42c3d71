package io.strata.l2.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.compress.Compression;
import io.strata.l2.testing.DeflateCompressor;
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
 * A process with kept memory is killed at random moments. Blocks found afterwards are complete,
 * evicted blocks stay evicted, and almost all others are found, packed or not. A store without
 * compression serves all blocks but the packed ones. {@code -Dstrata.l2.kills} sets the number of
 * kills, {@code -Dstrata.l2.seed} the random choices.
 */
class KilledStoreTest {
  private static final int KILLS = Integer.getInteger("strata.l2.kills", 12);
  private static final int SEED = Integer.getInteger("strata.l2.seed", 0);

  /** Maximum number of evictions printed before the kill. */
  private static final int MAX_LINES = 400;

  private static final double MIN_FOUND = 0.99;

  @TempDir private Path folder = Path.of("");

  private final SplittableRandom random = new SplittableRandom(SEED);
  private long found;
  private long read;
  private long readWithoutCompression;
  private long dropped;
  private long packed;
  private long unpacked;
  private long evictions;

  @Test
  void blocksFoundAreCompleteAndEvictedOnesStayEvicted() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      useUntilKilled(kill);
    }
    System.out.printf(
        "%d kills: %d blocks found whole, %d of them packed, %d dropped, %d evictions kept, %d and %d read%n",
        KILLS, found, packed, dropped, evictions, read, readWithoutCompression);
    assertThat(evictions).isPositive();
    // A process may be killed before the first block is in its slot.
    assertThat(read).as("blocks read after kills").isGreaterThan(50L * KILLS);
    assertThat(readWithoutCompression)
        .as("blocks read after kills without compression")
        .isGreaterThan(10L * KILLS);
    assertThat(packed).as("packed blocks after kills").isGreaterThan(50L * KILLS);
    assertThat(unpacked).as("reads of packed blocks").isGreaterThan(10L * KILLS);
    assertThat(found).isGreaterThan((long) (MIN_FOUND * (found + dropped)));
  }

  private void useUntilKilled(int iteration) throws Exception {
    try (Fork fork = new Fork(KilledStore.class, folder, iteration)) {
      awaitReady(fork);
      int lines = random.nextInt(MAX_LINES);
      StringBuilder output = new StringBuilder();
      for (int i = 0; i < lines; i++) {
        String line = fork.line();
        assertThat(line)
            .as("the next line of a process that should run until it is killed")
            .isNotNull();
        output.append(line).append('\n');
      }
      fork.kill();
      for (String line = fork.line(); line != null; line = fork.line()) {
        output.append(line).append('\n');
      }
      prove(iteration, output.toString());
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
    assertThat(line).as("first line of the process").isNotNull();
  }

  private void prove(int iteration, String output) throws Exception {
    Path copy = copied();
    long foundBefore = found;
    long droppedBefore = dropped;
    long packedBefore = packed;
    // A store that packs would count blocks as packed that were not when the process was killed.
    try (TestStore test = KilledStore.open(folder, DeflateCompressor.UNPACKING)) {
      test.store().awaitAttached();
      found += test.store().attachedBlocks();
      dropped += test.store().droppedBlocks();
      packed += test.store().packing().statistics().packedBlocks();
      read += readAll(test);
      unpacked += test.store().packing().statistics().unpacked();
      // The last line may be torn.
      String[] lines = output.split("\n", -1);
      for (int i = 0; i < lines.length - 1; i++) {
        proveGone(test, iteration, lines[i]);
      }
    }
    proveWithoutCompression(
        copy, found - foundBefore, dropped - droppedBefore, packed - packedBefore);
  }

  private static int readAll(TestStore test) {
    int cached = 0;
    for (int block = 0; block < KilledStore.BLOCKS; block++) {
      cached += test.read(KilledStore.FILE, block) ? 1 : 0;
    }
    return cached;
  }

  /** A store without compression serves all blocks but the packed ones. */
  private void proveWithoutCompression(
      Path copy, long withIt, long droppedWithIt, long packedBlocks) throws Exception {
    try (TestStore test = KilledStore.open(copy, Compression.NONE)) {
      test.store().awaitAttached();
      long cached = test.store().attachedBlocks();
      long gone = test.store().droppedBlocks();
      assertThat(cached + gone).isEqualTo(withIt + droppedWithIt);
      assertThat(gone).as("dropped").isGreaterThanOrEqualTo(droppedWithIt + packedBlocks);
      assertThat(test.store().packing().statistics().packedBlocks()).isZero();
      readWithoutCompression += readAll(test);
    }
  }

  private void proveGone(TestStore test, int iteration, String line) {
    if (line.startsWith(KilledStore.GONE)) {
      long offset = Long.parseLong(line.substring(KilledStore.GONE.length()));
      assertThat(test.read(KilledStore.ONCE, offset))
          .as("block %d in iteration %d", offset, iteration)
          .isFalse();
      evictions++;
    } else if (line.startsWith(KilledStore.CLOSED)) {
      long number = Long.parseLong(line.substring(KilledStore.CLOSED.length()));
      String file = KilledStore.closedFile(iteration, number);
      for (int block = 0; block < KilledStore.BLOCKS_OF_CLOSED; block++) {
        assertThat(test.read(file, block)).as("%s in iteration %d", file, iteration).isFalse();
      }
      evictions++;
    }
  }

  @Test
  void memoryOfAnotherProcessIsRejectedWithItsPid() throws Exception {
    try (Fork killed = new Fork(KilledStore.class, folder, 0)) {
      awaitReady(killed);
      killed.kill();
    }
    try (Fork fork = new Fork(KilledStore.class, folder, 0)) {
      awaitReady(fork);

      assertThatThrownBy(() -> KilledStore.open(folder))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by process " + fork.pid());
    }
  }
}
