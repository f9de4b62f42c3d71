package io.strata.perf.pair;

import java.util.List;

/**
 * All pairs of one load.
 *
 * @param load what was sent, as on the command line
 * @param control whether both servers had the first configuration
 * @param pairs in the order in which they were measured
 */
public record PairedRun(String load, boolean control, List<SlicePair> pairs) {
  /** Copies the list. */
  public PairedRun {
    pairs = List.copyOf(pairs);
  }
}
