package io.strata.l2;

import io.strata.l2.compress.Compression;
import io.strata.l2.evict.Compactor;
import io.strata.l2.evict.PolicySwitch;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileQuota;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.pack.Packer;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.policy.Policies;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.write.WritePath;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Changes a store while it is used: its size, policy, quotas, writers, compression. A change evicts
 * no block, except a resize to a size at which not all blocks fit. Thread-safe. After the store is
 * closed, changes have no effect.
 */
public final class Controls {
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long NANOS_BETWEEN_LOOKS = 100_000;

  private final BucketMemory memory;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final LogicalClock clock;
  private final PolicySwitch policySwitch;
  private final Compactor compactor;
  private final Packer packer;
  private final WritePath<?> writePath;
  private final MaintenanceExecutor maintenance;
  private final Restart restart;
  private volatile CapacityPlan capacity;

  /** Buckets that are allocated and not added yet; decremented after they are added. */
  private final AtomicInteger growing = new AtomicInteger();

  /** Allocates the buckets that the store did not begin with. */
  private final MemoryFill fill;

  /** Bytes reserved besides the buckets; guarded by this. */
  private long reserved;

  /** Guarded by this: bytes that a resize reserved after the close would never be returned. */
  private boolean closed;

  /**
   * @param options the store's options, whose first buckets are allocated
   */
  Controls(
      StoreOptions options,
      StoreCore core,
      LogicalClock clock,
      PolicySwitch policySwitch,
      Compactor compactor,
      Packer packer,
      WritePath<?> writePath,
      MaintenanceExecutor maintenance,
      Restart restart) {
    this.memory = options.memory();
    this.capacity = options.capacity();
    this.reserved = capacity.otherBytes();
    this.index = core.index();
    this.files = core.files();
    this.pool = core.pool();
    this.clock = clock;
    this.policySwitch = policySwitch;
    this.compactor = compactor;
    this.packer = packer;
    this.writePath = writePath;
    this.maintenance = maintenance;
    this.restart = restart;
    this.fill =
        new MemoryFill(
            memory,
            Math.max(0, capacity.buckets() - pool.liveBuckets()),
            buckets -> maintenance.execute(pool.growth(buckets.length, numbers -> buckets)));
  }

  /** Starts to allocate the buckets that the store did not begin with. */
  void startFilling(Consumer<Throwable> onError) {
    if (packer.scratchBytes() > 0) {
      shareOtherBytes();
    }
    fill.start(
        (failure, missing) -> {
          onError.accept(failure);
          maintenance.execute(() -> doWithout(missing));
        });
  }

  /** Returns whether the allocation of the configured memory has ended, completely or not. */
  boolean isFilled() {
    return fill.hasEnded();
  }

  private synchronized void doWithout(int missing) {
    capacity = capacity.without(missing);
    clock.setCapacity(capacity.bucketBytes());
  }

  /** Waits until the allocation of the configured memory has ended. */
  void awaitFilled() {
    fill.await();
  }

  // ---- size

  /**
   * Changes how many bytes the store may take. Waits first until the memory it was created with is
   * allocated.
   *
   * <p>To grow, the store allocates the additional memory before this returns, and uses it a moment
   * later. It reuses the memory of removed buckets first, so that it never holds more than the
   * largest size requested. If buckets are still being emptied by an earlier shrink, it waits for
   * them for some seconds. The hash chains grow in the background, a few at a time.
   *
   * <p>To shrink, the store empties buckets in the background: it evicts the blocks chosen as
   * victims, and moves the others to other buckets. Each bucket is removed once no reader pins a
   * block in it; the garbage collector then returns the memory of buckets that were allocated
   * together. The hash chains keep their size, within the store's bytes.
   *
   * @param bytes at least {@link CapacityPlan#MIN_BYTES}; the minimum rises with the size the store
   *     was created with, which is itself always enough
   * @throws IllegalArgumentException if {@code bytes} is too small, the memory is not resizable, or
   *     {@code bytes} exceeds the initial size by a factor that makes hash chains long; nothing is
   *     changed then
   * @throws OutOfMemoryError if the process may not use that much direct memory, or memory removed
   *     earlier is still in use; nothing is changed then
   */
  public synchronized void resize(long bytes) {
    if (!memory.isResizable()) {
      throw new IllegalArgumentException(
          "A cache in mapped files keeps its size until the next start.");
    }
    fill.await();
    CapacityPlan next = capacity.resized(bytes, memory.bytesBeside());
    if (!closed) {
      changeTo(next);
    }
  }

  private void changeTo(CapacityPlan next) {
    int more = next.buckets() - capacity.buckets();
    if (next.totalBytes() > capacity.totalBytes()) {
      Runnable addition = memoryToGrow(more, next);
      growing.addAndGet(more);
      maintenance.execute(() -> addGrown(addition, more));
      maintenance.executeSteps(index::grow);
    } else {
      // Removed buckets are freed later, so the bytes that they leave over are not available yet.
      reserve(Math.min(reserved, next.otherBytes()));
      maintenance.execute(() -> compactor.removeBuckets(-more));
    }
    capacity = next;
    clock.setCapacity(next.bucketBytes());
    shareOtherBytes();
  }

  /**
   * Gives the bytes besides buckets, tables and the packer's scratch memory to blocks in flight.
   */
  private void shareOtherBytes() {
    writePath.setInFlightBytes(
        Math.max(0, reserved - capacity.tableBytes() - packer.scratchBytes()));
  }

  private void addGrown(Runnable addition, int buckets) {
    try {
      addition.run();
    } finally {
      growing.addAndGet(-buckets);
    }
  }

  private Runnable memoryToGrow(int more, CapacityPlan next) {
    long before = reserved;
    try {
      awaitRemoved();
      reserve(next.otherBytes());
      ByteBuffer[] heads = index.allocate(next.heads());
      Runnable addition = pool.growth(more, memory::allocate);
      index.take(heads);
      return addition;
    } catch (OutOfMemoryError e) {
      reserve(before);
      OutOfMemoryError rejected =
          new OutOfMemoryError(
              "A cache of %d bytes cannot grow to %d: %s"
                  .formatted(capacity.totalBytes(), next.totalBytes(), e.getMessage()));
      rejected.initCause(e);
      throw rejected;
    } catch (RuntimeException e) {
      reserve(before);
      throw e;
    }
  }

  /** Waits until the store has no more buckets than planned, even if interrupted. */
  private void awaitRemoved() {
    long begin = System.nanoTime();
    while (growing.get() + pool.liveBuckets() > capacity.buckets()) {
      if (System.nanoTime() - begin > MAX_WAIT_NANOS) {
        throw new OutOfMemoryError(
            "memory removed by an earlier resize is still in use. Retry later.");
      }
      LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
    }
  }

  private void reserve(long other) {
    memory.reserve(other - reserved);
    reserved = other;
  }

  /** Returns the number of bytes that the store may take, as requested last. */
  long configuredBytes() {
    return capacity.totalBytes() + memory.bytesBeside();
  }

  /** Returns the plan of how the store's bytes are spent, as requested last. */
  CapacityPlan capacity() {
    return capacity;
  }

  /**
   * Ends all resizing, waiting for the one in progress, and returns the reserved bytes. The buckets
   * are freed when they are unreachable.
   */
  void close() {
    // First, because a resize waits for it.
    fill.stop();
    end();
  }

  private synchronized void end() {
    if (!closed) {
      closed = true;
      fill.await();
      reserve(0);
    }
  }

  // ---- configuration

  /**
   * Switches to another policy, in the background. All blocks stay. Of the old policy's knowledge,
   * only the time of each block's last access is kept.
   */
  public void setPolicy(Policies next) {
    maintenance.execute(
        () -> {
          // A block attached later would bring policy bits of the old policy.
          restart.awaitAttached();
          restart.clearPolicy();
          policySwitch.to(next);
          restart.setPolicy(next);
        });
  }

  /**
   * Changes how blocks are packed from now on, or ends packing. Packed blocks stay packed until
   * they are read or evicted; their algorithm must be among those that the store was created with.
   */
  public synchronized void setCompression(Compression next) {
    packer.setCompression(next);
    shareOtherBytes();
  }

  /**
   * Sets quotas for groups of files, replacing the earlier ones. When an insert needs a slot,
   * blocks of groups above their quota are evicted first; nothing is evicted before. Call this
   * again when the set of files changes, and periodically, because the counts are not exact.
   */
  public void setQuotas(Collection<FileQuota> quotas) {
    files.setQuotas(quotas);
  }

  /**
   * Sets the number of writer threads and the length of their queues. Blocks that wait in the old
   * queues are written when this returns.
   *
   * @param threads 1 or more
   * @param queueLength the queue length of each thread, in blocks, 2 or more
   * @throws IllegalArgumentException if a value is too small; nothing is changed then
   */
  public void setWriters(int threads, int queueLength) {
    StoreOptions.requireWriters(threads, queueLength);
    writePath.setWriters(threads, queueLength);
  }

  // ---- measurement

  /**
   * Reports each later step of the background thread to an observer; for measurements.
   *
   * @param observer gets the processor time of a step, in nanoseconds, from the background thread
   */
  public void observeBackground(LongConsumer observer) {
    maintenance.observe(observer);
  }
}
