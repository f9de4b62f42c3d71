package io.strata.replay.peer;

import io.strata.replay.policy.BytePolicy;
import io.strata.replay.policy.Hits;
import io.strata.replay.trace.Trace;

/**
 * A policy of Caffeine's simulator that takes blocks of different lengths.
 *
 * <p>The simulator gives each block a cost of one. CAMP divides that by the length and keeps the
 * whole part, GD-Wheel goes by the cost alone: both come to LRU. The sketch by which TinyLFU admits
 * blocks is as large as if each had a unit's length, and forgets as slowly.
 *
 * @param peer one that is {@linkplain PeerPolicy#isWeighted weighted}
 */
record WeightedPeer(PeerPolicy peer) implements BytePolicy {
  /**
   * Some policies sum lengths up in an int, and TinyLFU makes a sketch for as many blocks as the
   * maximum says: of single bytes, it would take gigabytes.
   */
  private static final long MOST_UNITS = 1 << 24;

  @Override
  public String title() {
    return peer.title();
  }

  @Override
  public Hits hitsWithin(Trace trace, long bytes) {
    int unit = unit(bytes);
    return peer.replay(trace, bytes / unit, block -> (trace.lengthOf(block) + unit - 1) / unit);
  }

  /** How many bytes count as one: a power of two, about a ten-millionth of the cache. */
  static int unit(long bytes) {
    return (int) Math.max(1, 2 * Long.highestOneBit((bytes - 1) / MOST_UNITS));
  }
}
