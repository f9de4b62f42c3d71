package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.testing.TestStore;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One thread's random operations against a plain map: what the store has, the map has, with the
 * same length; what the map never had, or has lost, the store never has; and while there is room,
 * the store has all that the map has.
 */
class BlockStoreModelTest {
  private static final int OPERATIONS = 4_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void behavesLikeAMapThatForgets(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    boolean roomy = seed % 2 == 0;
    // With room means: of one size class, so that no bucket has to change hands.
    int largest = roomy ? 1_024 : 200_000;
    Map<String, Map<Integer, Integer>> model = new HashMap<>();
    try (TestStore test = TestStore.small()) {
      for (int i = 0; i < OPERATIONS; i++) {
        String file = "f" + random.nextInt(4);
        int offset = random.nextInt(300);
        Map<Integer, Integer> blocks = model.computeIfAbsent(file, name -> new HashMap<>());
        switch (random.nextInt(40)) {
          case 0 -> {
            assertThat(test.store().evictFile(file)).isLessThanOrEqualTo(blocks.size());
            blocks.clear();
          }
          case 1, 2 -> {
            test.store().evict(file, offset);
            blocks.remove(offset);
          }
          case 3 -> {
            test.store().evictRange(file, offset, offset + 9L);
            blocks.keySet().removeIf(at -> at >= offset && at <= offset + 9);
          }
          default -> {
            if (!test.read(file, offset)) {
              assertThat(roomy && blocks.containsKey(offset)).as("lost with room").isFalse();
              int length = random.nextInt(1, largest);
              test.put(file, offset, length);
              blocks.put(offset, length);
            } else {
              assertThat(blocks).containsKey(offset);
              int handle = test.store().pin(file, offset);
              assertThat(test.store().length(handle)).isEqualTo(blocks.get(offset));
              test.store().unpin(handle);
            }
          }
        }
      }
    }
  }
}
