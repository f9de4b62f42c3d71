package io.strata.l2;

import io.strata.l2.compress.Compression;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.evict.EvictionListener;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import java.nio.ByteBuffer;
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
 * @param compression whether blocks are packed that would be evicted, and how
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
    @Nullable EvictionListener victims,
    BlockKinds kinds,
    Compression compression) {

  private static final int WRITER_THREADS = 3;
  private static final int QUEUE_LENGTH = 64;

  /**
   * Copying so much takes a few times as long as waking another thread, and having it take the core
   * of a third: measured by the rows {@code latency} and {@code insert} of {@code ./strata bench
   * engine}.
   */
  public static final int HAND_OVER_BYTES = 192 << 10;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException when a store cannot be made so; the message says what to give
   */
  public StoreOptions {
    requireWriters(writerThreads, queueLength);
  }

  /** Fails unless so many writers, for each of which so many blocks may wait, can be. */
  static void requireWriters(int threads, int queueLength) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "A store with " + threads + " writer threads writes nothing: give at least 1.");
    }
    if (queueLength < 2) {
      throw new IllegalArgumentException(
          "A queue of " + queueLength + " blocks is too short: give at least 2.");
    }
  }

  /**
   * As {@link #of}, for blocks of the usual size.
   *
   * @param bytes at least {@link CapacityPlan#MIN_BYTES}
   */
  public static StoreOptions ofBytes(long bytes) {
    return of(CapacityPlan.of(bytes));
  }

  /**
   * Direct memory, the default size classes, three writers with queues of 64; nobody is told of
   * errors or victims, and blocks are of one kind.
   */
  public static StoreOptions of(CapacityPlan capacity) {
    return new StoreOptions(
        capacity,
        SizeClasses.geometric(),
        BucketMemory.direct(),
        Policies.DEFAULT,
        WRITER_THREADS,
        QUEUE_LENGTH,
        HAND_OVER_BYTES,
        error -> {},
        null,
        BlockKinds.ONE,
        Compression.NONE);
  }

  public StoreOptions withSizeClasses(SizeClasses classes) {
    return with(draft -> draft.sizeClasses = classes);
  }

  public StoreOptions withMemory(BucketMemory source) {
    return with(draft -> draft.memory = source);
  }

  public StoreOptions withPolicy(Policies other) {
    return with(draft -> draft.policy = other);
  }

  /**
   * Lets so many threads write.
   *
   * @param threads 1 or more
   * @param blocksEach that wait for each of them, 2 or more
   * @throws IllegalArgumentException when there are fewer
   */
  public StoreOptions withWriters(int threads, int blocksEach) {
    return with(
        draft -> {
          draft.writerThreads = threads;
          draft.queueLength = blocksEach;
        });
  }

  /** Hands blocks of at least so many bytes to the writers. */
  public StoreOptions withHandOver(int bytes) {
    return with(draft -> draft.handOverBytes = bytes);
  }

  public StoreOptions withErrorHandler(Consumer<Throwable> handler) {
    return with(draft -> draft.onError = handler);
  }

  /** Tells somebody of each block that goes for room; null for nobody. */
  public StoreOptions withVictims(@Nullable EvictionListener sink) {
    return with(draft -> draft.victims = sink);
  }

  /** Counts blocks of these kinds by themselves. */
  public StoreOptions withKinds(BlockKinds counted) {
    return with(draft -> draft.kinds = counted);
  }

  /** Packs blocks instead of evicting them where that frees more memory for what it costs. */
  public StoreOptions withCompression(Compression used) {
    return with(draft -> draft.compression = used);
  }

  /** Takes the memory with which the store begins, and counts what it takes besides. */
  ByteBuffer[] takeMemory() {
    memory.reserve(capacity.otherBytes());
    try {
      return memory.allocate(memory.first(capacity.buckets()));
    } catch (RuntimeException | Error e) {
      memory.reserve(-capacity.otherBytes());
      throw e;
    }
  }

  private StoreOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** A copy that can be changed, so that who changes one option need not name the others. */
  private static final class Draft {
    private final CapacityPlan capacity;
    private SizeClasses sizeClasses;
    private BucketMemory memory;
    private Policies policy;
    private int writerThreads;
    private int queueLength;
    private int handOverBytes;
    private Consumer<Throwable> onError;
    private @Nullable EvictionListener victims;
    private BlockKinds kinds;
    private Compression compression;

    Draft(StoreOptions from) {
      capacity = from.capacity;
      sizeClasses = from.sizeClasses;
      memory = from.memory;
      policy = from.policy;
      writerThreads = from.writerThreads;
      queueLength = from.queueLength;
      handOverBytes = from.handOverBytes;
      onError = from.onError;
      victims = from.victims;
      kinds = from.kinds;
      compression = from.compression;
    }

    StoreOptions options() {
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
          kinds,
          compression);
    }
  }
}
