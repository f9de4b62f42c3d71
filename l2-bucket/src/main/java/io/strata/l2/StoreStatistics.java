package io.strata.l2;

import io.strata.l2.write.Rejection;
import java.util.Map;

/**
 * The usage and counters of a store, read without stopping it: each figure is exact, and all are of
 * nearly the same moment. Counters run from the creation of the store.
 *
 * @param configuredBytes bytes that the store may take
 * @param bucketBytes bytes of its buckets
 * @param blocks blocks in slots, of open files
 * @param bytes bytes of those blocks
 * @param blocksInFlight blocks inserted and not in their slots yet
 * @param bytesInFlight bytes of those blocks
 * @param emptyBuckets buckets that belong to no size class
 * @param offered blocks passed to the store, including rejected ones
 * @param written blocks that became visible
 * @param copiedByCaller blocks that the inserting thread copied, because they were small or the
 *     writers were behind
 * @param evictedForRoom blocks evicted to free a slot
 * @param evictedByRequest blocks evicted by a call, by file or one by one
 * @param moved blocks moved to another slot, because their bucket was given to another class or
 *     removed
 * @param movedBytes bytes of these blocks
 * @param drained buckets taken from their size class, to be given to another or removed
 * @param freedByReaders blocks evicted while pinned, and freed by the last unpin
 * @param rejected blocks rejected, by reason
 */
public record StoreStatistics(
    long configuredBytes,
    long bucketBytes,
    long blocks,
    long bytes,
    long blocksInFlight,
    long bytesInFlight,
    int emptyBuckets,
    long offered,
    long written,
    long copiedByCaller,
    long evictedForRoom,
    long evictedByRequest,
    long moved,
    long movedBytes,
    long drained,
    long freedByReaders,
    Map<Rejection, Long> rejected) {

  /** Returns the number of blocks rejected for this reason. */
  public long rejected(Rejection reason) {
    return rejected.getOrDefault(reason, 0L);
  }
}
