package io.strata.l2.stream;

import io.strata.l2.stream.layout.StreamLayout;

/**
 * What a {@link StreamCache} holds.
 *
 * @param configuredBytes that it may take
 * @param buffers that it has taken
 * @param usedBlocks that entries have
 * @param freeBlocks of its buffers that they do not have
 * @param deletedInUse entries that are deleted, and whose blocks readers still have
 */
public record StreamStatistics(
    long configuredBytes, int buffers, long usedBlocks, long freeBlocks, int deletedInUse) {
  /** Bytes of its buffers, their words included. */
  public long bytes() {
    return (long) buffers * StreamLayout.BUFFER_BYTES;
  }
}
