package io.strata.l2.write;

import io.strata.l2.count.BlockKinds;
import java.util.function.Consumer;

/**
 * The options of a {@link WritePath}. Immutable.
 *
 * @param inFlightBytes maximum bytes that may wait for writers
 * @param writerThreads number of writer threads, 1 or more
 * @param queueLength capacity of each writer's queue, in blocks, 2 or more
 * @param handOverBytes blocks smaller than this are copied by the inserting thread
 * @param kinds the kinds of blocks that are counted separately
 * @param onError receives what a source throws
 */
public record WriteOptions(
    long inFlightBytes,
    int writerThreads,
    int queueLength,
    int handOverBytes,
    BlockKinds kinds,
    Consumer<Throwable> onError) {}
