package io.strata.replay.policy;

import io.strata.replay.trace.Trace;

/**
 * What keeps some of the blocks of a trace. Each replay has a cache of its own, so that one object
 * serves any number of threads.
 */
public interface Policy {
  /** What tables call it. */
  String title();

  /**
   * Replays a trace on an empty cache.
   *
   * @param entries how many blocks the cache holds, 1 or more
   * @return how many accesses found their block in it
   * @throws IllegalArgumentException when the cache cannot be made so small
   * @throws IllegalStateException when the cache proves damaged afterwards
   */
  int hits(Trace trace, int entries);
}
