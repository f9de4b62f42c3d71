package io.strata.readpath.l3;

import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * A block that was read from a disk.
 *
 * @param offset where in its file it begins
 * @param bytes in a buffer that goes back to its pool when their reference count, which is one now,
 *     comes to zero
 * @param attributes the first word that the block was offered with
 * @param stamp the second one
 * @param wasReadBefore whether it had been read before, since it was written or the process started
 */
public record FlashRead(
    long offset, ByteBuff bytes, int attributes, long stamp, boolean wasReadBefore) {}
