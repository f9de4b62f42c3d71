package io.strata.l2.stream.segment;

/**
 * What a {@link ReadIndex} holds, and what it did since it was made.
 *
 * @param segments that it has
 * @param entries of the cache that they have together
 * @param fetches reads of the storage
 * @param fetchedBytes that these read
 * @param notKept fetches whose bytes were not kept, for want of room
 * @param evictedEntries that went to make room
 * @param evictedBytes of these
 */
public record ReadIndexStatistics(
    int segments,
    long entries,
    long fetches,
    long fetchedBytes,
    long notKept,
    long evictedEntries,
    long evictedBytes) {}
