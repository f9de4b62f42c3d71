package io.strata.replay.policy;

import io.strata.replay.trace.Trace;

/**
 * What keeps some of the blocks of a trace. A cache's size is in the unit of the trace: in bytes
 * where the trace knows how long each block is, and in blocks where each weighs one. Each replay
 * has a cache of its own, so that one object serves any number of threads.
 */
public interface Policy {
  /** What tables call it. */
  String title();

  /** Whether it can be replayed on a trace. */
  default boolean accepts(Trace trace) {
    return true;
  }

  /** The size of the smallest cache that it can be for a trace. */
  default long minSize(Trace trace) {
    return 1;
  }

  /**
   * Replays a trace on an empty cache.
   *
   * @param trace that it accepts, with the lengths of no block or of all ({@link
   *     Trace#withAllLengths})
   * @param size of the cache, {@link #minSize} or more
   * @throws IllegalArgumentException when the cache cannot be made so small
   * @throws IllegalStateException when the cache cannot be made, or proves damaged afterwards
   */
  Hits hits(Trace trace, long size);
}
