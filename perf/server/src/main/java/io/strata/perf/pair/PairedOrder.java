package io.strata.perf.pair;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The balanced random order in which pairs begin with the first or the second server. */
public final class PairedOrder {
  private PairedOrder() {}

  /**
   * Returns for each pair whether the first server begins. It begins in half of the pairs.
   *
   * @param pairs an even number, at least 2
   * @param seed the same seed gives the same order
   */
  public static List<Boolean> of(int pairs, long seed) {
    if (pairs < 2 || pairs % 2 != 0) {
      throw new IllegalArgumentException(pairs + " pairs cannot be balanced.");
    }
    List<Boolean> firstBegins = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      firstBegins.add(i % 2 == 0);
    }
    Collections.shuffle(firstBegins, new Random(seed));
    return List.copyOf(firstBegins);
  }
}
