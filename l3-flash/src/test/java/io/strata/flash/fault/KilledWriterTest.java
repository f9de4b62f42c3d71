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
 * A process that writes is killed at random moments: nothing that is found afterwards is torn, and
 * what was flushed is found. {@code -Dstrata.flash.kills} says how often, {@code
 * -Dstrata.flash.seed} with which choices.
 */
class KilledWriterTest {
  private static final int KILLS = Integer.getInteger("strata.flash.kills", 15);
  private static final int SEED = Integer.getInteger("strata.flash.seed", 0);
  private static final int MAX_LINES = 40;

  /** A region's worth of blocks at least, whatever their lengths. */
  private static final int REGION_BYTES =
      KilledWriter.REGION
          - RegionHeader.BYTES
          - BlockHeader.totalBytes(
              KilledWriter.FILE.length(), KilledWriter.LARGEST + BlockCipher.TAG_BYTES);

  /** Regions that can be filled after a block before it may be gone, were there but one device. */
  private static final int SAFE_REGIONS =
      KilledWriter.REGIONS - 2 * (TestOptions.BUFFERS + TestOptions.MARGIN) - 1;

  @TempDir private Path folder = Path.of("");

  private final Random random = new Random(SEED);

  /** Where a region was ended before it was full. */
  private final TreeSet<Long> ends = new TreeSet<>();

  /** Blocks that were offered after the last flush of their process. */
  private final BitSet uncommitted = new BitSet();

  private long begun;
  private long offered;
  private long flushed;
  private long proven;
  private long found;

  @Test
  void whatWasFlushedIsFoundAndNothingIsTorn() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      writeUntilKilled(kill);
      ends.add(offered);
      uncommitted.set((int) Math.max(flushed, begun), (int) offered);
      prove(kill);
      if (random.nextInt(4) == 0) {
        Files.delete(folder.resolve("device" + random.nextInt(2) + ".index"));
      }
    }
    System.out.printf(
        "%d kills: %d blocks offered, %d flushes, %d found whole, %d of them had to be%n",
        KILLS, offered, ends.size(), found, proven);
    assertThat(proven).isPositive();
  }

  private void writeUntilKilled(int kill) throws Exception {
    begun = offered;
    try (Fork fork = Fork.of(KilledWriter.class, folder, SEED + kill, offered)) {
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
      if (fork.waitFor() == KilledWriter.ENDED_AFTER_FLUSH) {
        flushed = offered;
      }
    }
  }

  private void note(String line) {
    if (line.startsWith(KilledWriter.OFFERS)) {
      offered = Long.parseLong(line.substring(KilledWriter.OFFERS.length()));
    } else if (line.startsWith(KilledWriter.FLUSHED)) {
      flushed = Long.parseLong(line.substring(KilledWriter.FLUSHED.length()));
      ends.add(flushed);
    }
  }

  private void prove(int kill) throws Exception {
    try (TestStore store = new TestStore(KilledWriter.options(folder)).awaitRestored()) {
      long bytes = 0;
      long regions = 0;
      for (long offset = offered - 1; offset >= 0 && regions < 4 * SAFE_REGIONS; offset--) {
        bytes +=
            BlockHeader.totalBytes(
                KilledWriter.FILE.length(), KilledWriter.length(offset) + BlockCipher.TAG_BYTES);
        regions = bytes / REGION_BYTES + 1 + ends.tailSet(offset + 1).size();
        boolean there = store.read(KilledWriter.FILE, offset);
        found += there ? 1 : 0;
        if (!uncommitted.get((int) offset) && regions <= SAFE_REGIONS) {
          assertThat(there).as("block %d, of %d, kill %d", offset, offered, kill).isTrue();
          proven++;
        }
      }
    }
  }
}
