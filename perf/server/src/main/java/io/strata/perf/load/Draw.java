package io.strata.perf.load;

import io.strata.perf.common.Pattern;
import java.util.Arrays;

/** Which row is asked for next. Immutable. */
@FunctionalInterface
public interface Draw {
  /**
   * Returns the number of a row.
   *
   * @param number of the request
   * @param place of the row among the request's
   * @param rows how many to draw from; the result is 0 or more, and less
   */
  long row(long number, int place, long rows);

  /** Returns one that draws each row as often as any other. */
  static Draw uniform() {
    return (number, place, rows) -> Math.floorMod(Mix.mix(number, place), rows);
  }

  /**
   * Returns one that draws the row of rank r with a probability in proportion to 1 / r^exponent;
   * ranks have nothing to do with numbers. Takes twelve bytes of heap for a row.
   *
   * @param all how many rows there are, below 2^31
   * @param exponent 0 or more
   */
  static Draw zipf(long all, double exponent) {
    int[] rowOfRank = Pattern.shuffled(Math.toIntExact(all), all);
    double[] upTo = new double[rowOfRank.length];
    double sum = 0;
    for (int rank = 0; rank < upTo.length; rank++) {
      sum += Math.pow(rank + 1, -exponent);
      upTo[rank] = sum;
    }
    double most = sum;
    return (number, place, rows) -> {
      int found = Arrays.binarySearch(upTo, Mix.share(number, place) * most);
      int rank = Math.min(upTo.length - 1, found < 0 ? -found - 1 : found);
      return Math.min(rowOfRank[rank], rows - 1);
    };
  }
}
