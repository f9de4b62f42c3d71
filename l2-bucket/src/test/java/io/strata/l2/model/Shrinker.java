package io.strata.l2.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds a shortest part of a failing sequence that still fails: by leaving out runs of it, ever
 * shorter ones (Zeller and Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input").
 */
public final class Shrinker {
  private static final int MAX_RUNS = 3_000;

  private Shrinker() {}

  /**
   * Shrinks a sequence until nothing can be left out of it, or it was tried very often.
   *
   * @param failing a sequence that fails
   * @param fails whether another one does
   */
  public static <T> List<T> shrink(List<T> failing, Predicate<List<T>> fails) {
    List<T> shortest = failing;
    int runs = 0;
    for (int leave = Math.max(1, failing.size() / 2); ; leave = Math.max(1, leave / 2)) {
      boolean shorter = false;
      int at = 0;
      while (at < shortest.size() && runs < MAX_RUNS) {
        List<T> rest = new ArrayList<>(shortest.subList(0, at));
        rest.addAll(shortest.subList(Math.min(shortest.size(), at + leave), shortest.size()));
        runs++;
        if (fails.test(rest)) {
          shortest = rest;
          shorter = true;
        } else {
          at += leave;
        }
      }
      if ((leave == 1 && !shorter) || runs >= MAX_RUNS) {
        return shortest;
      }
    }
  }
}
