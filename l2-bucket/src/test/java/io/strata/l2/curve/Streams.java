package io.strata.l2.curve;

import java.util.Arrays;
import java.util.Random;

/** Distributions of the next block to read. */
enum Streams {
  /** All blocks with the same probability. */
  UNIFORM {
    @Override
    int[] of(int blocks, int length, Random random) {
      return random.ints(length, 0, blocks).toArray();
    }
  },
  /** The block of rank r with probability proportional to r^-0.99. */
  ZIPF {
    @Override
    int[] of(int blocks, int length, Random random) {
      double[] upTo = new double[blocks];
      double sum = 0;
      for (int rank = 0; rank < blocks; rank++) {
        sum += Math.pow(rank + 1, -0.99);
        upTo[rank] = sum;
      }
      double all = sum;
      return random
          .doubles(length, 0, all)
          .mapToInt(at -> Math.min(blocks - 1, -1 - Math.min(-1, Arrays.binarySearch(upTo, at))))
          .toArray();
    }
  },
  /** All blocks in a loop. */
  LOOP {
    @Override
    int[] of(int blocks, int length, Random random) {
      int[] order = new int[length];
      Arrays.setAll(order, i -> i % blocks);
      return order;
    }
  },
  /** Half of the reads scan all blocks; the others are of a few blocks. */
  SCAN_AND_HOT {
    @Override
    int[] of(int blocks, int length, Random random) {
      int[] order = new int[length];
      Arrays.setAll(order, i -> random.nextBoolean() ? i % blocks : random.nextInt(1 + blocks / 9));
      return order;
    }
  };

  abstract int[] of(int blocks, int length, Random random);
}
