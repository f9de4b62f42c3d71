package io.strata.l2;

/**
 * The format and usage of a bucket.
 *
 * @param number number of the bucket
 * @param slotBytes bytes of a slot; 0 if the bucket belongs to no size class
 * @param slots number of slots
 * @param freeSlots number of free slots
 * @param isDraining whether its blocks are being moved or evicted, because another class needs the
 *     bucket or it is to be removed
 */
public record BucketStatistics(
    int number, int slotBytes, int slots, int freeSlots, boolean isDraining) {}
