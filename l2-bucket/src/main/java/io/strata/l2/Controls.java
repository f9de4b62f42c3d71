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
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.write.WritePath;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * What can be changed of a store while it is used: its size, its policy, its quotas, its writers.
 * No block is lost by it, but for those that a smaller store has no room for. Thread-safe; a store
 * that was closed stays as it was then, whatever is asked for.
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

  /** Buckets that were allocated and are not added yet: counted down after they are. */
  private final AtomicInteger growing = new AtomicInteger();

  /** Of the buckets that the store was not made with. */
  private final MemoryFill fill;

  /** Bytes beside the buckets, read and written under the lock. */
  private long reserved;

  /** Asked and set under the lock: what a resize reserves after it, nobody would give back. */
  private boolean closed;

  /**
   * @param options what the store was made with, whose first buckets were allocated
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

  /** Begins to allocate the buckets that the store was not made with. */
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

  /** Whether there is nothing to wait for. */
  boolean isFilled() {
    return fill.hasEnded();
  }

  private synchronized void doWithout(int missing) {
    capacity = capacity.without(missing);
    clock.setCapacity(capacity.bucketBytes());
  }

  /** Waits until the store has its memory, or as much of it as there is. */
  void awaitFilled() {
    fill.await();
  }

  // ---- its size

  /**
   * Changes how many bytes the store may take, once it has the memory that it was made for. Memory
   * that is added was allocated when this returns, and is used a moment later. Memory that is taken
   * away is emptied in the background, its blocks that are read moved elsewhere, and waits for
   * readers that pin some of it; each bucket is then removed by itself. The garbage collector
   * returns the memory of removed buckets when it next finds it unused; until then a store that
   * grows takes that memory first, so that it never holds more than the most that was asked for. A
   * store that grows again waits for buckets that are still being emptied, for some seconds. The
   * hash chains grow with the store, a few at a time in the background; a store that shrinks keeps
   * them, within its bytes.
   *
   * @param bytes at least {@link CapacityPlan#MIN_BYTES}, and the more the larger the cache was
   *     made; what it was made with is always enough
   * @throws IllegalArgumentException when that is not so, or the memory is not resizable, or it is
   *     so much more than the store was made with that its hash chains would be long; nothing is
   *     changed then
   * @throws OutOfMemoryError when the process may not have so much direct memory, or what was taken
   *     away earlier does not come free; nothing is changed then
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
      growIndex();
    } else {
      // Buckets that go come free later, so nothing may be taken for what they leave over.
      reserve(Math.min(reserved, next.otherBytes()));
      maintenance.execute(() -> compactor.removeBuckets(-more));
    }
    capacity = next;
    clock.setCapacity(next.bucketBytes());
    shareOtherBytes();
  }

  /** What the packer takes besides the buckets is not there for blocks on their way. */
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

  /** Some chains at a time, so that no other task waits for all of them. */
  private void growIndex() {
    maintenance.execute(
        () -> {
          if (index.grow()) {
            growIndex();
          }
        });
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

  /** Waits until the store has no bucket more than planned. An interrupt does not end that. */
  private void awaitRemoved() {
    long begin = System.nanoTime();
    while (growing.get() + pool.liveBuckets() > capacity.buckets()) {
      if (System.nanoTime() - begin > MAX_WAIT_NANOS) {
        throw new OutOfMemoryError(
            "what the cache gave back when it was made smaller is still in use: try again later");
      }
      LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
    }
  }

  private void reserve(long other) {
    memory.reserve(other - reserved);
    reserved = other;
  }

  /** Bytes that the store may take, as it was asked for last. */
  long configuredBytes() {
    return capacity.totalBytes() + memory.bytesBeside();
  }

  /** How the store's bytes are spent, as it was asked for last. */
  CapacityPlan capacity() {
    return capacity;
  }

  /**
   * Ends all changes of size, waiting for the one that is under way, and gives back what was
   * reserved. The buckets go when nobody refers to them.
   */
  void close() {
    // First, for a resize waits for it.
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

  // ---- how it works

  /**
   * Goes by another policy soon. What the old one knew of the blocks beyond when they were read
   * last, and of those that went, is lost.
   */
  public void setPolicy(Policies next) {
    maintenance.execute(
        () -> {
          // A block that is taken over later would come with a mark of the old one.
          restart.awaitAttached();
          restart.leavePolicy();
          policySwitch.to(next);
          restart.setPolicy(next);
        });
  }

  /**
   * Packs blocks otherwise from now on, or no more. What is packed stays so until it is read or
   * evicted, and must be among the algorithms that the store was made with.
   */
  public synchronized void setCompression(Compression next) {
    packer.setCompression(next);
    shareOtherBytes();
  }

  /**
   * When room is wanted, lets blocks go first of groups of files that have more than their quota,
   * and replaces what was said before. Nothing goes before room is wanted. To be called again when
   * there are other files, and now and then, for the counts are not exact.
   */
  public void setQuotas(Collection<FileQuota> quotas) {
    files.setQuotas(quotas);
  }

  /**
   * Lets so many threads write from now on. What waits for those that were there before is written
   * when this returns.
   *
   * @param threads 1 or more
   * @param queueLength blocks that may wait for each of them, 2 or more
   * @throws IllegalArgumentException when there are fewer; nothing is changed then
   */
  public void setWriters(int threads, int queueLength) {
    StoreOptions.requireWriters(threads, queueLength);
    writePath.setWriters(threads, queueLength);
  }
}
