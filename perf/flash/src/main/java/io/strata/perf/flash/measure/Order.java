package io.strata.perf.flash.measure;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which block is read next, each once. Stateless. */
final class Order {
  private Order() {}

  /** The numbers from 0, shuffled; the same for the same seed. */
  static int[] shuffled(int count, long seed) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int number = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = number;
    }
    return numbers;
  }
}
