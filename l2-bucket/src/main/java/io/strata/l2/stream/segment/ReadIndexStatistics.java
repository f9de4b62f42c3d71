package io.strata.l2.stream.segment;

/**
 * The usage of a {@link ReadIndex}, and its counters since it was created.
 *
 * @param segments number of segments
 * @param entries number of their cache entries
 * @param fetches reads from the storage
 * @param fetchedBytes bytes of these reads
 * @param notKept fetches whose bytes were not cached, because the cache was full
 * @param evictedEntries entries evicted
 * @param evictedBytes bytes of these entries
 */
public record ReadIndexStatistics(
    int segments,
    long entries,
    long fetches,
    long fetchedBytes,
    long notKept,
    long evictedEntries,
    long evictedBytes) {}
