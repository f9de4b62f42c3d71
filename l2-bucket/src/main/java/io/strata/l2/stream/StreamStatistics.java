package io.strata.l2.stream;

import io.strata.l2.stream.layout.StreamLayout;

/**
 * The usage of a {@link StreamCache}.
 *
 * @param configuredBytes bytes that it may take
 * @param buffers number of buffers
 * @param usedBlocks blocks used by entries
 * @param freeBlocks free blocks
 * @param deletedInUse deleted entries whose blocks are still pinned by readers
 */
public record StreamStatistics(
    long configuredBytes, int buffers, long usedBlocks, long freeBlocks, int deletedInUse) {
  /** Returns the bytes of the buffers, including their block words. */
  public long bytes() {
    return (long) buffers * StreamLayout.BUFFER_BYTES;
  }
}
