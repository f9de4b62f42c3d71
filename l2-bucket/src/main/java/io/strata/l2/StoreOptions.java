package io.strata.l2;

import io.strata.l2.count.BlockKinds;
import io.strata.l2.evict.VictimSink;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link BlockStore} is made. Immutable; each {@code with} method returns another.
 *
 * @param capacity bytes that the store may take, all told
 * @param sizeClasses the sizes of slot
 * @param memory where the buckets come from
 * @param policy which block goes when another needs its room
 * @param writerThreads threads that copy blocks into slots, 1 or more
 * @param queueLength blocks that wait for each writer, 2 or more
 * @param handOverBytes blocks smaller than this are copied by the thread that offers them: to wake
 *     a writer would cost it as much
 * @param onError told what a block's source threw, and what a thread of the store did not expect
 * @param victims told of each block that goes for room; null for nobody, which costs nothing
 * @param kinds of blocks, by which they are counted
 */
public record StoreOptions(
    CapacityPlan capacity,
    SizeClasses sizeClasses,
    BucketMemory memory,
    Policies policy,
    int writerThreads,
    int queueLength,
    int handOverBytes,
    Consumer<Throwable> onError,
    @Nullable VictimSink victims,
    BlockKinds kinds) {

  private static final int WRITER_THREADS = 3;
  private static final int QUEUE_LENGTH = 64;

  /**
   * Copying so much takes a few times as long as waking another thread, and having it take the core
   * of a third: measured by the rows {@code latency} and {@code insert} of {@code ./bench}.
   */
  public static final int HAND_OVER_BYTES = 192 << 10;

  /** Checks the ranges. */
  public StoreOptions {
    if (writerThreads < 1) {
      throw new IllegalArgumentException(
          "A store with " + writerThreads + " writer threads writes nothing: give at least 1.");
    }
    if (queueLength < 2) {
      throw new IllegalArgumentException(
          "A queue of " + queueLength + " blocks is too short: give at least 2.");
    }
  }

  /** Whose victims nobody is told of, and whose blocks are of one kind. */
  public StoreOptions(
      CapacityPlan capacity,
      SizeClasses sizeClasses,
      BucketMemory memory,
      Policies policy,
      int writerThreads,
      int queueLength,
      int handOverBytes,
      Consumer<Throwable> onError) {
    this(
        capacity,
        sizeClasses,
        memory,
        policy,
        writerThreads,
        queueLength,
        handOverBytes,
        onError,
        null,
        BlockKinds.ONE);
  }

  /**
   * Direct memory, the default size classes, three writers with queues of 64.
   *
   * @param bytes at least {@link CapacityPlan#MIN_BYTES}
   */
  public static StoreOptions ofBytes(long bytes) {
    return new StoreOptions(
        CapacityPlan.of(bytes),
        SizeClasses.geometric(),
        BucketMemory.direct(),
        Policies.DEFAULT,
        WRITER_THREADS,
        QUEUE_LENGTH,
        HAND_OVER_BYTES,
        error -> {});
  }

  public StoreOptions withSizeClasses(SizeClasses classes) {
    return new StoreOptions(
        capacity,
        classes,
        memory,
        policy,
        writerThreads,
        queueLength,
        handOverBytes,
        onError,
        victims,
        kinds);
  }

  public StoreOptions withMemory(BucketMemory source) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        source,
        policy,
        writerThreads,
        queueLength,
        handOverBytes,
        onError,
        victims,
        kinds);
  }

  public StoreOptions withPolicy(Policies other) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        memory,
        other,
        writerThreads,
        queueLength,
        handOverBytes,
        onError,
        victims,
        kinds);
  }

  public StoreOptions withWriters(int threads, int blocksEach) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        memory,
        policy,
        threads,
        blocksEach,
        handOverBytes,
        onError,
        victims,
        kinds);
  }

  /** Hands blocks of at least so many bytes to the writers. */
  public StoreOptions withHandOver(int bytes) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        memory,
        policy,
        writerThreads,
        queueLength,
        bytes,
        onError,
        victims,
        kinds);
  }

  public StoreOptions withErrorHandler(Consumer<Throwable> handler) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        memory,
        policy,
        writerThreads,
        queueLength,
        handOverBytes,
        handler,
        victims,
        kinds);
  }

  /** Tells somebody of each block that goes for room; null for nobody. */
  public StoreOptions withVictims(@Nullable VictimSink sink) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        memory,
        policy,
        writerThreads,
        queueLength,
        handOverBytes,
        onError,
        sink,
        kinds);
  }

  /** Counts blocks of these kinds by themselves. */
  public StoreOptions withKinds(BlockKinds counted) {
    return new StoreOptions(
        capacity,
        sizeClasses,
        memory,
        policy,
        writerThreads,
        queueLength,
        handOverBytes,
        onError,
        victims,
        counted);
  }
}
