package io.strata.l2;

/**
 * The buckets that are formatted into slots of one size.
 *
 * @param slotBytes bytes of a slot
 * @param buckets how many buckets; those that are just given to another class are not counted
 * @param slots how many slots they have
 * @param freeSlots how many of these hold nothing
 */
public record SizeClassStatistics(int slotBytes, int buckets, long slots, long freeSlots) {
  /** Bytes of the slots that hold something. */
  public long usedBytes() {
    return (slots - freeSlots) * slotBytes;
  }
}
