package io.strata.l2;

import io.strata.l2.compress.Compression;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.evict.EvictionListener;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Policies;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of a {@link BlockStore}. Immutable; each {@code with} method returns a changed copy.
 *
 * @param capacity bytes that the store may take in total, and how they are spent
 * @param sizeClasses the slot sizes
 * @param memory where the buckets come from
 * @param policy the eviction policy
 * @param writerThreads number of threads that copy blocks into slots, 1 or more
 * @param queueLength capacity of each writer's queue, in blocks, 2 or more
 * @param handOverBytes blocks smaller than this are copied by the inserting thread, because waking
 *     a writer would cost it as much
 * @param onError receives errors of block sources and unexpected errors of the store's threads
 * @param victims is told of each block evicted to free a slot; null for none, which costs nothing
 * @param kinds the kinds of blocks that are counted separately
 * @param compression whether and how blocks are packed instead of evicted
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
   * Default of {@code handOverBytes}. Copying this many bytes takes a few times as long as waking
   * another thread that has to displace a third from its core, as the rows {@code latency} and
   * {@code insert} of {@code ./strata bench engine} show.
   */
  public static final int HAND_OVER_BYTES = 192 << 10;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range; the message names the valid range
   */
  public StoreOptions {
    requireWriters(writerThreads, queueLength);
  }

  /** Throws unless the number of writers and the length of their queues are in range. */
  static void requireWriters(int threads, int queueLength) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "Writer threads: " + threads + " is too few. Use at least 1.");
    }
    if (queueLength < 2) {
      throw new IllegalArgumentException(
          "Writer queue length: " + queueLength + " blocks is too short. Use at least 2.");
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
   * Returns the default options: direct memory, the default size classes, three writers with queues
   * of 64, no error handler, no eviction listener, one kind of block, no compression.
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
   * Sets the number of writers and the length of their queues.
   *
   * @param threads 1 or more
   * @param blocksEach capacity of each thread's queue, in blocks, 2 or more
   * @throws IllegalArgumentException if a value is too small
   */
  public StoreOptions withWriters(int threads, int blocksEach) {
    return with(
        draft -> {
          draft.writerThreads = threads;
          draft.queueLength = blocksEach;
        });
  }

  /** Sets the length from which blocks are copied by the writers, in bytes. */
  public StoreOptions withHandOver(int bytes) {
    return with(draft -> draft.handOverBytes = bytes);
  }

  public StoreOptions withErrorHandler(Consumer<Throwable> handler) {
    return with(draft -> draft.onError = handler);
  }

  /** Sets the listener that is told of each block evicted to free a slot; null for none. */
  public StoreOptions withVictims(@Nullable EvictionListener listener) {
    return with(draft -> draft.victims = listener);
  }

  /** Counts blocks of these kinds separately. */
  public StoreOptions withKinds(BlockKinds counted) {
    return with(draft -> draft.kinds = counted);
  }

  /** Packs blocks instead of evicting them where that saves more than it costs. */
  public StoreOptions withCompression(Compression used) {
    return with(draft -> draft.compression = used);
  }

  /** Allocates the memory with which the store begins, and reserves the other bytes. */
  BucketBuffer[] takeMemory() {
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

  /** A mutable copy, so that a change of one option need not name the others. */
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
