package io.strata.l2;

/**
 * The progress of attaching kept memory. The figures are exact once {@code ended} is set; before
 * that, they are read at nearly the same moment.
 *
 * @param buckets number of buckets that may hold blocks; 0 if no memory was kept
 * @param begunBuckets number of these buckets that were begun so far
 * @param blocks number of blocks that are served again
 * @param bytes bytes of these blocks
 * @param nanos duration of the attachment so far, or until it ended, in nanoseconds
 * @param ended whether all blocks are attached
 */
public record AttachStatistics(
    int buckets, int begunBuckets, long blocks, long bytes, long nanos, boolean ended) {}
