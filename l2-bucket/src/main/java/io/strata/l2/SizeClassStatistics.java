package io.strata.l2;

/**
 * The buckets that are formatted into slots of one size.
 *
 * @param slotBytes bytes of a slot
 * @param buckets number of buckets, without those just being given to another class
 * @param slots number of slots in these buckets
 * @param freeSlots number of free slots
 */
public record SizeClassStatistics(int slotBytes, int buckets, long slots, long freeSlots) {
  /** Returns the bytes of the slots in use. */
  public long usedBytes() {
    return (slots - freeSlots) * slotBytes;
  }
}
