package io.strata.replay.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Synthetic traces of blocks of different lengths, which the published traces lack. The accesses
 * are independent and Zipf-distributed, so that only frequency predicts later accesses.
 * Deterministic.
 */
public enum SyntheticTraces implements TraceSource {
  /** Length and frequency are independent. */
  MIXED_SIZES("mixed-sizes"),

  /** The most frequent blocks are short. */
  SMALL_HOT("small-hot");

  private static final int BLOCKS = 12_000;
  private static final int ACCESSES = 400_000;
  private static final double ZIPF_EXPONENT = 0.8;
  private static final int MIN_BYTES = 1 << 10;
  private static final int MAX_BYTES = 200 << 10;

  /** The number of most frequent blocks. */
  private static final int HOT = BLOCKS / 10;

  private static final int MAX_HOT_BYTES = 20 << 10;

  private final String title;

  SyntheticTraces(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  /** Returns the names of all traces. */
  public static List<String> titles() {
    return Arrays.stream(values()).map(SyntheticTraces::title).toList();
  }

  /** Returns the trace of a name, if there is one. */
  public static Optional<SyntheticTraces> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title.equals(title)).findFirst();
  }

  /** Returns the length of the block of a rank by frequency, from 0. */
  private int length(Random random, int rank) {
    int max = this == SMALL_HOT && rank < HOT ? MAX_HOT_BYTES : MAX_BYTES;
    return MIN_BYTES + random.nextInt(max - MIN_BYTES + 1);
  }

  @Override
  public Trace read() {
    Random random = new Random(1949);
    int[] lengths = new int[BLOCKS];
    Arrays.setAll(lengths, rank -> length(random, rank));
    double[] sums = sums();
    int[] accesses = new int[ACCESSES];
    Arrays.setAll(accesses, index -> drawn(sums, random.nextDouble()));
    return Trace.ofLengths(title, lengths, accesses);
  }

  /** Returns the cumulative distribution by rank. */
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
