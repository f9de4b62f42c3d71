package io.strata.perf.load;

import io.strata.perf.common.Pattern;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A distribution from which the rows of requests are drawn. Immutable. */
@FunctionalInterface
public interface Draw {
  /**
   * Returns the number of a row, from 0 to {@code rows - 1}.
   *
   * @param number of the request
   * @param index of the row within the request
   * @param rows number of rows to draw from
   */
  long row(long number, int index, long rows);

  /** Returns the uniform distribution. */
  static Draw uniform() {
    return (number, index, rows) -> Math.floorMod(Mix.mix(number, index), rows);
  }

  /**
   * Returns Zipf's distribution: the row of rank r is drawn with a probability proportional to 1 /
   * r^exponent. Ranks are assigned to rows at random. Takes twelve bytes of heap for each row.
   *
   * @param all number of rows, below 2^31
   * @param exponent 0 or more
   */
  static Draw zipf(long all, double exponent) {
    return zipf(Pattern.shuffled(Math.toIntExact(all), all), exponent);
  }

  /**
   * Returns Zipf's distribution with ranks in descending order of the rows: the last row is drawn
   * most often.
   *
   * @param all number of rows, below 2^31
   * @param exponent 0 or more
   */
  static Draw latest(long all, double exponent) {
    int last = Math.toIntExact(all) - 1;
    return zipf(IntStream.rangeClosed(0, last).map(rank -> last - rank).toArray(), exponent);
  }

  private static Draw zipf(int[] rowOfRank, double exponent) {
    double[] upTo = new double[rowOfRank.length];
    double sum = 0;
    for (int rank = 0; rank < upTo.length; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      upTo[rank] = sum;
    }
    double total = sum;
    return (number, index, rows) -> {
      int found = Arrays.binarySearch(upTo, Mix.share(number, index) * total);
      int rank = Math.min(upTo.length - 1, found < 0 ? -found - 1 : found);
      return Math.min(rowOfRank[rank], rows - 1);
    };
  }
}
