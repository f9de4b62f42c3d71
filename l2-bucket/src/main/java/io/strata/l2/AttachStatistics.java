package io.strata.l2;

/**
 * What a store takes over of memory that outlived a process: the figures are each right once {@code
 * ended}, and of nearly the same moment before.
 *
 * @param buckets buckets that may hold blocks; 0 when nothing was there
 * @param begunBuckets those of them that were begun so far
 * @param blocks blocks that are served again
 * @param bytes bytes of these blocks
 * @param nanos since the store began with it, and until it ended, in nanoseconds
 * @param ended whether all is taken over
 */
public record AttachStatistics(
    int buckets, int begunBuckets, long blocks, long bytes, long nanos, boolean ended) {}
