package io.strata.l2;

/**
 * Who has blocks, at a look.
 *
 * @param pins of all blocks
 * @param pinnedBlocks blocks that somebody has
 * @param evictedBlocks those of them that are evicted, and whose slots come free when they are let
 *     go
 * @param oldestNanos for how long some block has been pinned at every look, in nanoseconds; 0 when
 *     none is, or there was no look before. A block that is read all the time may be pinned at many
 *     looks by many readers; one that stays so for minutes most likely is not released
 */
public record PinStatistics(long pins, int pinnedBlocks, int evictedBlocks, long oldestNanos) {}
