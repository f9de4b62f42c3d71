package io.strata.l2.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds a shortest part of a failing sequence that still fails, by removing shorter and shorter
 * runs (Zeller and Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input").
 */
public final class Shrinker {
  private static final int MAX_RUNS = 3_000;

  private Shrinker() {}

  /**
   * Shrinks a sequence until nothing can be removed, or the maximum number of runs is reached.
   *
   * @param failing a sequence that fails
   * @param fails returns whether a sequence fails
   */
  public static <T> List<T> shrink(List<T> failing, Predicate<List<T>> fails) {
    List<T> shortest = failing;
    int runs = 0;
    for (int removed = Math.max(1, failing.size() / 2); ; removed = Math.max(1, removed / 2)) {
      boolean shorter = false;
      int at = 0;
      while (at < shortest.size() && runs < MAX_RUNS) {
        List<T> rest = new ArrayList<>(shortest.subList(0, at));
        rest.addAll(shortest.subList(Math.min(shortest.size(), at + removed), shortest.size()));
        runs++;
        if (fails.test(rest)) {
          shortest = rest;
          shorter = true;
        } else {
          at += removed;
        }
      }
      if ((removed == 1 && !shorter) || runs >= MAX_RUNS) {
        return shortest;
      }
    }
  }
}
