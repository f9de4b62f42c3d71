package io.strata.replay.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Traces that are made up, of blocks of different lengths: the published ones do not say how long
 * blocks are. Which block is accessed is drawn by Zipf's law, each time anew, so that nothing but
 * how often a block is read says what is worth keeping. The same at each reading.
 */
public enum SyntheticTraces implements TraceSource {
  /** How long a block is has nothing to do with how often it is read. */
  MIXED_SIZES("mixed-sizes"),

  /** The blocks that are read most are short. */
  SMALL_HOT("small-hot");

  private static final int BLOCKS = 12_000;
  private static final int ACCESSES = 400_000;
  private static final double ZIPF_EXPONENT = 0.8;
  private static final int SHORTEST = 1 << 10;
  private static final int LONGEST = 200 << 10;

  /** The blocks that are read most. */
  private static final int HOT = BLOCKS / 10;

  private static final int LONGEST_HOT = 20 << 10;

  private final String title;

  SyntheticTraces(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  /** The names of all. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(SyntheticTraces::title).toList();
  }

  /** That of a name, if there is one. */
  public static Optional<SyntheticTraces> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title.equals(title)).findFirst();
  }

  /** Bytes of the block that is accessed most often but for {@code rank} others. */
  private int length(Random random, int rank) {
    int longest = this == SMALL_HOT && rank < HOT ? LONGEST_HOT : LONGEST;
    return SHORTEST + random.nextInt(longest - SHORTEST + 1);
  }

  @Override
  public Trace read() {
    Random random = new Random(1949);
    int[] lengths = new int[BLOCKS];
    Arrays.setAll(lengths, rank -> length(random, rank));
    double[] sums = sums();
    int[] accesses = new int[ACCESSES];
    Arrays.setAll(accesses, place -> drawn(sums, random.nextDouble()));
    return Trace.ofLengths(title, lengths, accesses);
  }

  /** For each rank, the share of the accesses that it and those before it have. */
  private static double[] sums() {
    double[] sums = new double[BLOCKS];
    double sum = 0;
    for (int rank = 0; rank < BLOCKS; rank++) {
      // Math.pow may differ by processor.
      sum += 1 / StrictMath.pow(rank + 1, ZIPF_EXPONENT);
      sums[rank] = sum;
    }
    double all = sum;
    return Arrays.stream(sums).map(each -> each / all).toArray();
  }

  private static int drawn(double[] sums, double share) {
    int found = Arrays.binarySearch(sums, share);
    return Math.min(BLOCKS - 1, found >= 0 ? found + 1 : -found - 1);
  }
}
