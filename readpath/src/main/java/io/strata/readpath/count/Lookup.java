package io.strata.readpath.count;

import io.strata.trace.Outcome;

/**
 * Is told by the level that has a block where the block was found; by none when it is a miss. Told
 * once at most, on the thread that looks the block up.
 */
@FunctionalInterface
public interface Lookup {
  /** Of nearly all look-ups: neither timed nor recorded. */
  Lookup UNWATCHED = where -> {};

  /** The block was found there. */
  void found(Outcome where);

  /** Remembers where. One thread's. */
  final class Watched implements Lookup {
    private Outcome where = Outcome.MISS;

    @Override
    public void found(Outcome place) {
      where = place;
    }

    /** Where the block was found; a miss as long as it was not. */
    public Outcome where() {
      return where;
    }
  }
}
