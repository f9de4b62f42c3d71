package io.strata.flash.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.testing.Fork;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process at random moments. Afterwards no block found is torn, and all flushed
 * blocks are found. {@code -Dstrata.flash.kills} sets the number of kills, {@code
 * -Dstrata.flash.seed} the seed.
 */
class KilledWriterTest {
  private static final int KILLS = Integer.getInteger("strata.flash.kills", 15);
  private static final int SEED = Integer.getInteger("strata.flash.seed", 0);

  /** The exit code after SIGKILL; a process that fails by itself has another. */
  private static final int KILLED = 128 + 9;

  private static final int MAX_LINES = 40;

  /** Blocks of any lengths that fill a region. */
  private static final int REGION_BYTES =
      KilledWriter.REGION
          - RegionHeader.BYTES
          - BlockHeader.totalBytes(
              KilledWriter.FILE.length(), KilledWriter.MAX_LENGTH + BlockCipher.TAG_BYTES);

  /** Regions that can be filled after a block before it may be overwritten, with one device. */
  private static final int SAFE_REGIONS =
      KilledWriter.REGIONS - 2 * (TestOptions.BUFFERS + TestOptions.MARGIN) - 1;

  @TempDir private Path folder = Path.of("");

  private final Random random = new Random(SEED);

  /** The blocks before which a region was closed early. */
  private final TreeSet<Long> ends = new TreeSet<>();

  /** Blocks inserted after the last flush of their process. */
  private final BitSet uncommitted = new BitSet();

  private long begun;
  private long inserted;
  private long flushed;
  private long required;
  private long found;

  @Test
  void flushedBlocksSurviveAKillAndNoneIsTorn() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      writeUntilKilled(kill);
      ends.add(inserted);
      uncommitted.set((int) Math.max(flushed, begun), (int) inserted);
      verify(kill);
      if (random.nextInt(4) == 0) {
        Files.delete(folder.resolve("device" + random.nextInt(2) + ".index"));
      }
    }
    System.out.printf(
        "%d kills: %d blocks inserted, %d flushes, %d found undamaged, %d of them required%n",
        KILLS, inserted, ends.size(), found, required);
    assertThat(required).isPositive();
  }

  private void writeUntilKilled(int kill) throws Exception {
    begun = inserted;
    try (Fork fork = Fork.of(KilledWriter.class, folder, SEED + kill, inserted)) {
      String next = "";
      for (int lines = random.nextInt(MAX_LINES); lines > 0 && next != null; lines--) {
        note(next);
        next = fork.line();
      }
      if (next != null) {
        note(next);
      }
      for (int spins = random.nextInt(1 << 20); spins > 0; spins--) {
        Thread.onSpinWait();
      }
      fork.kill();
      for (String line = fork.line(); line != null; line = fork.line()) {
        note(line);
      }
      int exit = fork.waitFor();
      assertThat(exit).as("exit code").isIn(KILLED, KilledWriter.ENDED_AFTER_FLUSH);
      if (exit == KilledWriter.ENDED_AFTER_FLUSH) {
        flushed = inserted;
      }
    }
  }

  private void note(String line) {
    if (line.startsWith(KilledWriter.INSERTS)) {
      inserted = Long.parseLong(line.substring(KilledWriter.INSERTS.length()));
    } else if (line.startsWith(KilledWriter.FLUSHED)) {
      flushed = Long.parseLong(line.substring(KilledWriter.FLUSHED.length()));
      ends.add(flushed);
    }
  }

  private void verify(int kill) throws Exception {
    try (TestStore store = new TestStore(KilledWriter.options(folder)).awaitRestored()) {
      long bytes = 0;
      long regions = 0;
      for (long offset = inserted - 1; offset >= 0 && regions < 4 * SAFE_REGIONS; offset--) {
        bytes +=
            BlockHeader.totalBytes(
                KilledWriter.FILE.length(), KilledWriter.length(offset) + BlockCipher.TAG_BYTES);
        regions = bytes / REGION_BYTES + 1 + ends.tailSet(offset + 1).size();
        boolean there = store.read(KilledWriter.FILE, offset);
        found += there ? 1 : 0;
        if (!uncommitted.get((int) offset) && regions <= SAFE_REGIONS) {
          assertThat(there).as("block %d, of %d, kill %d", offset, inserted, kill).isTrue();
          required++;
        }
      }
    }
  }
}
