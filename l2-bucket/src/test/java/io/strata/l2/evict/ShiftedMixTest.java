package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.l2.testing.TestStore;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was read much gives way when it is read no more, whatever the sizes of its blocks. */
class ShiftedMixTest {
  private static final long BYTES = 32 * TestStore.SMALL / 8;
  private static final int LARGEST_BEFORE = 256 << 10;
  private static final int LENGTH_AFTER = 65_600;
  private static final int READS_BEFORE = 4;

  /**
   * Many, as the last blocks wait until what was read before is some turnovers old, of which a lap
   * that misses little is a small part.
   */
  private static final int LAPS = 1_000;

  @Test
  void blocksOfOtherSizesThatAreReadNoMoreGiveWay() {
    try (TestStore test = new TestStore(StoreOptions.ofBytes(BYTES))) {
      fillAndRead(test);
      int blocks = (int) (BYTES / 5 * 3 / LENGTH_AFTER);
      int misses = blocks;
      for (int lap = 0; lap < LAPS && misses > 0; lap++) {
        misses = readAll(test, blocks);
      }
      assertThat(misses).as("blocks missed of " + blocks).isZero();
    }
  }

  /** Blocks of many sizes, all of which are read until they count as read often. */
  private static void fillAndRead(TestStore test) {
    Random random = new Random(1);
    long bytes = 0;
    int count = 0;
    while (bytes < 2 * BYTES) {
      int length = 1 + random.nextInt(LARGEST_BEFORE);
      test.put("before", count++, length);
      bytes += length;
    }
    for (int read = 0; read < READS_BEFORE; read++) {
      for (int block = 0; block < count; block++) {
        test.read("before", block);
      }
    }
  }

  /** Reads blocks in turn, and brings those that are missed; returns how many those were. */
  private static int readAll(TestStore test, int blocks) {
    int misses = 0;
    for (int block = 0; block < blocks; block++) {
      if (!test.read("after", block)) {
        misses++;
        test.put("after", block, LENGTH_AFTER);
      }
    }
    return misses;
  }
}
