package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.l2.testing.TestStore;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that are no longer read are replaced, whatever their sizes. */
class ShiftedMixTest {
  private static final long BYTES = 4 * TestStore.SMALL;
  private static final int LARGEST_BEFORE = 256 << 10;
  private static final int LENGTH_AFTER = 65_600;
  private static final int READS_BEFORE = 4;

  private static final int BLOCKS_BEFORE = 10_000;
  private static final int ZIPF_READS = 60_000;

  private static final int LAPS = 200;
  private static final int LAPS_AT_RANDOM = 60;

  /**
   * Misses for each block that is read. Each block is inserted at least once, and the earlier
   * blocks are evicted only after some capacities of insertions, in which the new ones evict each
   * other.
   */
  private static final int MAX_MISSES = 12;

  @Test
  void blocksOfOtherSizesThatAreNoLongerReadAreReplaced() {
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

  /** However many classes there are, each of which has little memory. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void blocksOfManyClassesAreReplacedBeforeLong(int seed) {
    Random random = new Random(seed);
    try (TestStore test = new TestStore(StoreOptions.ofBytes(BYTES))) {
      readByZipf(test, random);
      int blocks = (int) (BYTES / 5 * 3 / LENGTH_AFTER);
      int misses = 0;
      for (int read = 0; read < LAPS_AT_RANDOM * blocks; read++) {
        int block = random.nextInt(blocks);
        if (!test.read("after", block)) {
          misses++;
          test.put("after", block, LENGTH_AFTER);
        }
      }
      assertThat(misses).as("blocks missed of " + blocks).isLessThan(MAX_MISSES * blocks);
    }
  }

  /** Reads blocks of many sizes, short ones as many bytes as long ones, by a Zipf distribution. */
  private static void readByZipf(TestStore test, Random random) {
    int[] lengths = new int[BLOCKS_BEFORE];
    double[] weights = new double[BLOCKS_BEFORE];
    double weight = 0;
    for (int i = 0; i < BLOCKS_BEFORE; i++) {
      lengths[i] = (int) (1_024 * Math.pow(LARGEST_BEFORE / 1_024.0, random.nextDouble()));
      weight += Math.pow(i + 1, -0.8);
      weights[i] = weight;
    }
    for (int read = 0; read < ZIPF_READS; read++) {
      int index = Arrays.binarySearch(weights, weight * random.nextDouble());
      int block = index < 0 ? -index - 1 : index;
      if (!test.read("before", block)) {
        test.put("before", block, lengths[block]);
      }
    }
  }

  /** Inserts blocks of many sizes, and reads all until they count as frequent. */
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

  /** Reads blocks in order, and inserts those that are missed; returns how many were. */
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
