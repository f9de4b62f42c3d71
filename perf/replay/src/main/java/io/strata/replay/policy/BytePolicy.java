package io.strata.replay.policy;

import io.strata.replay.trace.Trace;

/**
 * What keeps some of the blocks of a trace that knows the length of each, within so many bytes.
 * Each replay has a cache of its own, so that one object serves any number of threads.
 */
public interface BytePolicy {
  /** What tables call it. */
  String title();

  /** Bytes of the smallest cache that it can be. */
  default long leastBytes() {
    return 1;
  }

  /**
   * Replays a trace on an empty cache.
   *
   * @param trace with the lengths of all blocks ({@link Trace#withAllLengths})
   * @param bytes what the cache may take, {@link #leastBytes} or more
   * @throws IllegalStateException when the cache cannot be made, or proves damaged afterwards
   */
  Hits hitsWithin(Trace trace, long bytes);
}
