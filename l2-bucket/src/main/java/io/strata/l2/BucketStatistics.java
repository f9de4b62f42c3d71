package io.strata.l2;

/**
 * A bucket, as it is formatted.
 *
 * @param number of the bucket
 * @param slotBytes bytes of a slot; 0 when no size class has the bucket
 * @param slots how many it is formatted into
 * @param freeSlots how many of these hold nothing
 * @param isDraining whether its blocks are to go, because it is wanted elsewhere
 */
public record BucketStatistics(
    int number, int slotBytes, int slots, int freeSlots, boolean isDraining) {}
