package io.strata.perf.common;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The distribution of reads over blocks. */
public enum Pattern {
  /** Every block with the same probability. */
  UNIFORM,
  /**
   * The block of rank r with a probability proportional to 1 / r^0.99; ranks are shuffled over the
   * block numbers.
   */
  ZIPF,
  /** Always the same block. */
  ONE;

  private static final double EXPONENT = 0.99;

  /**
   * Returns the numbers of the blocks to read, in order.
   *
   * @param blocks number of blocks
   * @param length number of reads
   * @param seed determines the order, but not which blocks are popular
   */
  public int[] order(int blocks, int length, long seed) {
    return switch (this) {
      case UNIFORM -> new SplittableRandom(seed).ints(length, 0, blocks).toArray();
      case ZIPF -> zipf(blocks, length, seed);
      case ONE -> IntStream.generate(() -> blocks / 2).limit(length).toArray();
    };
  }

  private static int[] zipf(int blocks, int length, long seed) {
    double[] cumulative = new double[blocks];
    double sum = 0;
    for (int rank = 0; rank < blocks; rank++) {
      sum += Math.pow(rank + 1, -EXPONENT);
      cumulative[rank] = sum;
    }
    int[] blockOfRank = shuffled(blocks, blocks);
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[length];
    for (int i = 0; i < length; i++) {
      int found = Arrays.binarySearch(cumulative, random.nextDouble() * sum);
      order[i] = blockOfRank[Math.min(blocks - 1, found < 0 ? -found - 1 : found)];
    }
    return order;
  }

  /** Returns the numbers of all blocks in a random order that the seed determines. */
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
