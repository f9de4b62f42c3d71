package io.strata.l2.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.TestStore;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * When all reads move to another table, its blocks replace those of the first as quickly as in an
 * LRU of bytes, whatever the lengths of the blocks: each number is compared with such a model.
 */
class MovingLoadTest {
  private static final long BYTES = 256L << 20;
  private static final double BEFORE = 1.5 * BYTES;
  private static final double AFTER = 0.8 * BYTES;
  private static final int READS_BEFORE = 6;
  private static final int MAX_ROUNDS = 8;

  /** Reads between two waits for the background. */
  private static final int READS_BETWEEN = 64;

  /** The maximum of bytes copied, as a multiple of the capacity. */
  private static final double COPIES = 1.3;

  /** The share of the configured bytes that is left for blocks. */
  private static final double USED = 0.95;

  /** An LRU of bytes. */
  private static final class LruModel {
    private final Map<Long, Integer> blocks = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    boolean read(long key, int length) {
      if (blocks.get(key) != null) {
        return true;
      }
      blocks.put(key, length);
      bytes += length;
      var oldest = blocks.entrySet().iterator();
      while (bytes > USED * BYTES) {
        bytes -= oldest.next().getValue();
        oldest.remove();
      }
      return false;
    }
  }

  /**
   * Blocks of 64 KB are replaced by blocks of 8 KB, and so on; those of 256 KB and more take
   * several slots, the last one much smaller than the others. 0 stands for all lengths up to 240
   * KB, which leave more of the slots unused than in the model.
   */
  @ParameterizedTest
  @CsvSource({
    "64, 64, 0.12",
    "64, 8, 0.12",
    "8, 64, 0.12",
    "64, 24, 0.12",
    "64, 128, 0.12",
    "64, 256, 0.12",
    "64, 1000, 0.12",
    "64, 0, 0.4",
    "0, 64, 0.12"
  })
  void newTableReplacesTheOldAsInAnLruOfBytes(int kbBefore, int kbAfter, double more)
      throws Exception {
    StoreOptions options = StoreOptions.ofBytes(BYTES).withPolicy(Policies.LRU);
    try (TestStore test = new TestStore(options)) {
      LruModel model = new LruModel();
      readByZipf(test, model, lengths(kbBefore, BEFORE));
      long before = test.store().statistics().movedBytes();

      int[] lengths = lengths(kbAfter, AFTER);
      Random random = new Random(2);
      double rounds = 0;
      double modelRounds = 0;
      for (int round = 0; round < MAX_ROUNDS; round++) {
        int hits = 0;
        int modelHits = 0;
        for (int read = 0; read < lengths.length; read++) {
          int block = random.nextInt(lengths.length);
          hits += read(test, "after", block, lengths[block]) ? 1 : 0;
          modelHits += model.read(-1 - block, lengths[block]) ? 1 : 0;
          catchUp(test, read);
        }
        rounds += missed(hits, lengths);
        modelRounds += missed(modelHits, lengths);
      }

      assertThat(rounds)
          .as("misses for each block of the table; of the model " + modelRounds)
          .isLessThan(modelRounds + more);
      StoreStatistics end = test.store().statistics();
      assertThat((double) (end.movedBytes() - before))
          .as("bytes copied")
          .isLessThan(COPIES * BYTES);
    }
  }

  private static double missed(int hits, int[] lengths) {
    return 1 - (double) hits / lengths.length;
  }

  private static int[] lengths(int kb, double bytes) {
    Random random = new Random(kb);
    int[] lengths = new int[1 << 20];
    int count = 0;
    for (double left = bytes; left > 0; left -= lengths[count++]) {
      lengths[count] =
          kb > 0 ? (kb << 10) + 100 : (int) (3_000 * Math.pow(80, random.nextDouble()));
    }
    return Arrays.copyOf(lengths, count);
  }

  private static void readByZipf(TestStore test, LruModel model, int[] lengths) throws Exception {
    Random random = new Random(1);
    double[] weights = new double[lengths.length];
    double weight = 0;
    for (int i = 0; i < lengths.length; i++) {
      weight += Math.pow(i + 1, -0.9);
      weights[i] = weight;
    }
    for (int read = 0; read < READS_BEFORE * lengths.length; read++) {
      int index = Arrays.binarySearch(weights, weight * random.nextDouble());
      int block = index < 0 ? -index - 1 : index;
      read(test, "before", block, lengths[block]);
      model.read(block, lengths[block]);
      catchUp(test, read);
    }
  }

  private static boolean read(TestStore test, String file, int block, int length) {
    boolean hit = test.read(file, block);
    if (!hit) {
      test.put(file, block, length);
    }
    return hit;
  }

  private static void catchUp(TestStore test, int read) throws InterruptedException {
    if (read % READS_BETWEEN == 0) {
      test.store().awaitQuiet();
    }
  }
}
