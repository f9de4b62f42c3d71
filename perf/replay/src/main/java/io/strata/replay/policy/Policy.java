package io.strata.replay.policy;

import io.strata.replay.trace.Trace;

/**
 * An eviction policy to replay on traces. A cache's size is in the unit of the trace: in bytes if
 * the block lengths are known, else in blocks. Each replay has its own cache, so an object may be
 * used by any number of threads.
 */
public interface Policy {
  /** Returns the name in tables. */
  String title();

  /** Returns whether the policy can be replayed on a trace. */
  default boolean accepts(Trace trace) {
    return true;
  }

  /** Returns the minimum size of a cache for a trace. */
  default long minSize(Trace trace) {
    return 1;
  }

  /**
   * Replays a trace on an empty cache.
   *
   * @param trace accepted by this policy, with the lengths of no block or of all ({@link
   *     Trace#withAllLengths})
   * @param size of the cache, {@link #minSize} or more
   * @throws IllegalArgumentException if the size is too small
   * @throws IllegalStateException if the cache cannot be created, or is inconsistent afterwards
   */
  Hits hits(Trace trace, long size);
}
