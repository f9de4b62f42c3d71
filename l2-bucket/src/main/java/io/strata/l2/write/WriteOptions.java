package io.strata.l2.write;

import io.strata.l2.count.BlockKinds;
import java.util.function.Consumer;

/**
 * How blocks are written. Immutable.
 *
 * @param inFlightBytes bytes that may wait for writers
 * @param writerThreads how many writers, 1 or more
 * @param queueLength blocks that each writer's queue holds, 2 or more
 * @param handOverBytes blocks smaller than this are not handed to writers
 * @param kinds of blocks, by which they are counted
 * @param onError told what a source threw
 */
public record WriteOptions(
    long inFlightBytes,
    int writerThreads,
    int queueLength,
    int handOverBytes,
    BlockKinds kinds,
    Consumer<Throwable> onError) {}
