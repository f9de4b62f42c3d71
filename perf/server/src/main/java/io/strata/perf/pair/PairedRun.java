package io.strata.perf.pair;

import java.util.List;

/**
 * All pairs of one load.
 *
 * @param load name, as on the command line
 * @param control whether both servers have the first configuration
 * @param pairs in the order of measurement
 */
public record PairedRun(String load, boolean control, List<SlicePair> pairs) {
  /** Copies the list. */
  public PairedRun {
    pairs = List.copyOf(pairs);
  }
}
