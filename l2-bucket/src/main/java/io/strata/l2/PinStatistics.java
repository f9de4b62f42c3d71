package io.strata.l2;

/**
 * The pins found by one scan of all slots.
 *
 * @param pins number of pins of all blocks
 * @param pinnedBlocks number of blocks that are pinned
 * @param evictedBlocks number of these blocks that are evicted; their slots are freed when the last
 *     pin is released
 * @param oldestNanos the longest time for which a block was pinned at every scan, in nanoseconds; 0
 *     if none is pinned, or this is the first scan. A block that is read all the time may be pinned
 *     at many scans by different readers; a block that stays pinned for minutes is probably leaked
 */
public record PinStatistics(long pins, int pinnedBlocks, int evictedBlocks, long oldestNanos) {}
