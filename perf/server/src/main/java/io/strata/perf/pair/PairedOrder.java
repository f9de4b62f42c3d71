package io.strata.perf.pair;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which of two servers each pair begins with. Stateless. */
public final class PairedOrder {
  private PairedOrder() {}

  /**
   * Returns for each pair whether the first server begins: in random order, and in half of the
   * pairs.
   *
   * @param pairs an even number, 2 or more
   * @param seed the same order for the same seed
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
