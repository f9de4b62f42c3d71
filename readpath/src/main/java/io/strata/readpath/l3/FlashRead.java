package io.strata.readpath.l3;

import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * A block that was read from a disk.
 *
 * @param offset the block's offset in its HFile
 * @param bytes in a buffer that returns to its pool when the reference count, which is one now,
 *     drops to zero
 * @param attributes the first word that the block was inserted with
 * @param stamp the second word
 * @param wasReadBefore whether it had been read since it was written or the process started
 */
public record FlashRead(
    long offset, ByteBuff bytes, int attributes, long stamp, boolean wasReadBefore) {}
