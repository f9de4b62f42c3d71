package io.strata.perf.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Draws numbers with Zipfian popularity; popular numbers are spread over the whole range. */
final class Zipf {
  private final double[] cumulative;
  private final int[] numbers;
  private final SplittableRandom random;

  /**
   * @param seed of the draws; which numbers are popular does not depend on it
   */
  Zipf(int count, double skew, long seed) {
    random = new SplittableRandom(seed);
    cumulative = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += 1 / Math.pow(i + 1.0, skew);
      cumulative[i] = sum;
    }
    List<Integer> shuffled = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shuffled.add(i);
    }
    Collections.shuffle(shuffled, new Random(4));
    numbers = shuffled.stream().mapToInt(Integer::intValue).toArray();
  }

  int next() {
    double drawn = random.nextDouble(cumulative[cumulative.length - 1]);
    int at = Arrays.binarySearch(cumulative, drawn);
    return numbers[at < 0 ? -at - 1 : at];
  }
}
