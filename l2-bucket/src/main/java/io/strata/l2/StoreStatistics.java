package io.strata.l2;

import io.strata.l2.write.Rejection;
import java.util.Map;

/**
 * What a store holds and has done, read without stopping it: the figures are each right, and of
 * nearly the same moment.
 *
 * @param configuredBytes what the store may take
 * @param bucketBytes what its buckets take
 * @param blocks blocks in slots, of open files
 * @param bytes bytes of those blocks
 * @param blocksInFlight blocks on their way
 * @param bytesInFlight bytes of those
 * @param emptyBuckets buckets that no size class has
 * @param offered blocks offered so far
 * @param written blocks that became visible so far
 * @param copiedByCaller blocks that the offering thread copied, because writers were behind
 * @param evictedForRoom blocks evicted to make room so far
 * @param evictedByRequest blocks evicted because their file was closed, or by name, so far
 * @param moved blocks moved to another slot so far, because their bucket was wanted elsewhere
 * @param movedBytes bytes of these blocks
 * @param drained buckets taken from their size class so far, to be given to another or removed
 * @param freedByReaders blocks evicted while readers had them, and freed by the last of these so
 *     far
 * @param rejected blocks refused so far, by reason
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

  /** How many blocks were refused for this reason so far. */
  public long rejected(Rejection reason) {
    return rejected.getOrDefault(reason, 0L);
  }
}
