package io.strata.perf.common;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Which block is read next. */
public enum Pattern {
  /** Each block as often as any other. */
  UNIFORM,
  /**
   * The block of rank r with a probability of 1 / r^0.99; ranks have nothing to do with numbers.
   */
  ZIPF,
  /** One block, always. */
  ONE;

  private static final double EXPONENT = 0.99;

  /**
   * The numbers of the blocks to read.
   *
   * @param blocks how many there are
   * @param length how many to read
   * @param seed the same order for the same seed; which blocks are popular does not depend on it
   */
  public int[] order(int blocks, int length, long seed) {
    return switch (this) {
      case UNIFORM -> new SplittableRandom(seed).ints(length, 0, blocks).toArray();
      case ZIPF -> zipf(blocks, length, seed);
      case ONE -> IntStream.generate(() -> blocks / 2).limit(length).toArray();
    };
  }

  private static int[] zipf(int blocks, int length, long seed) {
    double[] upTo = new double[blocks];
    double sum = 0;
    for (int rank = 0; rank < blocks; rank++) {
      sum += Math.pow(rank + 1, -EXPONENT);
      upTo[rank] = sum;
    }
    int[] blockOfRank = shuffled(blocks, blocks);
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[length];
    for (int i = 0; i < length; i++) {
      int found = Arrays.binarySearch(upTo, random.nextDouble() * sum);
      order[i] = blockOfRank[Math.min(blocks - 1, found < 0 ? -found - 1 : found)];
    }
    return order;
  }

  /** Returns the numbers of all blocks, shuffled; the same for the same seed. */
  public static int[] shuffled(int blocks, long seed) {
    int[] numbers = new int[blocks];
    Arrays.setAll(numbers, i -> i);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = blocks - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int number = numbers[i];
      numbers[i] = numbers[other];
      numbers[other] = number;
    }
    return numbers;
  }
}
