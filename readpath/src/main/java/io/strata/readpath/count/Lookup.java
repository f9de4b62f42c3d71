package io.strata.readpath.count;

import io.strata.trace.Outcome;

/**
 * Receives the tier in which a look-up finds a block. Called at most once, on the thread of the
 * look-up, and not for a miss.
 */
@FunctionalInterface
public interface Lookup {
  /** A look-up that is neither timed nor recorded, as nearly all are. */
  Lookup UNTRACED = outcome -> {};

  /** Called when the block is found. */
  void found(Outcome outcome);

  /** Stores the outcome. Not thread-safe. */
  final class Traced implements Lookup {
    private Outcome outcome = Outcome.MISS;

    @Override
    public void found(Outcome found) {
      outcome = found;
    }

    /** Returns the tier in which the block was found, or a miss. */
    public Outcome outcome() {
      return outcome;
    }
  }
}
