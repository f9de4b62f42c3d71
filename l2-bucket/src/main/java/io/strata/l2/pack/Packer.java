package io.strata.l2.pack;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.PackQueue;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.pack.Backlog.Waiting;
import io.strata.l2.policy.MissCost;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.slot.SlotTable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs blocks instead of evicting them, and blocks that are evicted to a lower tier, on a thread
 * of its own. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * Victim selection offers a block if packing it frees more memory for its cost than evicting any
 * other block of the sample. It is queued if packing pays, and otherwise now and then, to measure
 * what packing costs ({@link PackCosts}). The thread compresses the block into a slot of the
 * compressed size, and replaces the block by that slot. If there is a lower tier, selection also
 * queues the blocks to be evicted, and the thread passes them down packed. If the queue ({@link
 * Backlog}) is full, because the processor time allowed is used up, selection proceeds without
 * packing.
 *
 * <h2>Costs</h2>
 *
 * Queueing a block costs three atomic operations and an entry of the queue. The thread works for
 * {@code cpuPercent} of the time at most, and parks between blocks for the rest.
 *
 * <h2>States</h2>
 *
 * <pre>
 *              offer                       replace
 *   VISIBLE -------------&gt; VICTIM -----------------------&gt; DOOMED, and the copy VISIBLE
 *      ^                      |
 *      |                      +------------------------------&gt; DOOMED, passed to the listener
 *      |                      |            spill
 *      +----------------------+
 *       a read that changes the policy bits, or packing that frees nothing
 * </pre>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The thread pins the block while it copies it, so the slot keeps holding this block. The copy
 * becomes visible and the block invisible under the locks of their chain and file, as for a moved
 * block. A handle in the queue may by now refer to another block. That block is packed if it is a
 * victim; the victim queue of its class then skips it.
 */
public final class Packer implements PackQueue, AutoCloseable {
  /** The thread pauses, to stay within its processor time, for at least this long. */
  private static final long MIN_SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** How often the idle thread checks the queue without being woken. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The weight of each new value in the mean of expected times. */
  private static final double SHARE = 1.0 / 64;

  private static final long NOTHING_PACKED_YET = Long.MAX_VALUE;

  private final SlotTable slots;
  private final Consumer<Throwable> onError;
  private final PackCosts costs = new PackCosts(System.nanoTime());
  private final BlockPacker blocks;
  private final Backlog backlog;
  private final LongAdder nanos = new LongAdder();

  private volatile Compression compression;

  /** The mean time until the next expected access to a packed block. */
  private volatile double expectedOfPacked = NOTHING_PACKED_YET;

  private volatile boolean idle;
  private volatile boolean closed;

  /** Created when the first block is queued. */
  private volatile @Nullable Thread thread;

  /** Whether the thread has taken a block and not finished it. */
  private volatile boolean busy;

  /** How long the thread has to pause; used by that thread only. */
  private long owedNanos;

  /**
   * @param learner is told the sizes of packed blocks
   * @param onError receives unexpected errors of the thread
   */
  public Packer(
      StoreCore core,
      Allocator allocator,
      SizeLearner learner,
      Compression compression,
      Consumer<Throwable> onError) {
    this.slots = core.slots();
    this.blocks = new BlockPacker(core, allocator, learner, costs);
    this.backlog = new Backlog(() -> core.pool().liveBytes());
    this.compression = compression;
    this.onError = onError;
  }

  /** Changes how blocks are packed, or ends packing. Packed blocks stay so until they are read. */
  public void setCompression(Compression next) {
    compression = next;
  }

  /** Returns whether packing is on. */
  public boolean packs() {
    return compression.used() != null;
  }

  // ---- called by victim selection

  @Override
  public int weight() {
    if (compression.used() == null || closed || backlog.isFull()) {
      return 0;
    }
    return costs.isProbeDue(System.nanoTime()) ? MissCost.MAX_WEIGHT : costs.weight();
  }

  @Override
  public boolean offer(int handle, long meta) {
    // That of another block if the slot was reused; then the meta word has changed, too.
    int bytes = slots.length(handle);
    long now = System.nanoTime();
    boolean accepted =
        (costs.pays(bytes) || costs.isProbeDue(now)) && add(handle, bytes, meta, false);
    if (!accepted) {
      return false;
    }
    costs.willPack(now, bytes);
    long expected = slots.policy().expected(Meta.policyBits(meta));
    double mean = expectedOfPacked;
    expectedOfPacked = mean == NOTHING_PACKED_YET ? expected : mean + (expected - mean) * SHARE;
    return true;
  }

  @Override
  public boolean offerToSpill(int handle, long meta) {
    return add(handle, slots.length(handle), meta, true);
  }

  private boolean add(int handle, int bytes, long meta, boolean spill) {
    if (!backlog.reserve(bytes)) {
      return false;
    }
    if (!slots.compareAndSetMeta(handle, meta, Meta.victim(meta))) {
      backlog.release(bytes);
      return false;
    }
    boolean added = false;
    try {
      backlog.add(new Waiting(handle, bytes, spill));
      added = true;
    } finally {
      if (!added) {
        backlog.release(bytes);
        slots.compareAndSetMeta(handle, Meta.victim(meta), meta);
      }
    }
    wake();
    return true;
  }

  private void wake() {
    Thread now = thread;
    if (now == null) {
      start();
    } else if (idle) {
      LockSupport.unpark(now);
    }
  }

  private synchronized void start() {
    if (thread == null && !closed) {
      Thread made = new Thread(this::run, "strata-l2-packer");
      made.setDaemon(true);
      thread = made;
      made.start();
    }
  }

  /**
   * Returns whether a packed block that was just read should be stored raw: whether it is read so
   * often that this saves more time than packing it again costs.
   */
  boolean isWorthUnpacking(int bits) {
    double mean = expectedOfPacked;
    return mean == NOTHING_PACKED_YET
        || slots.policy().expected(bits) * costs.packNanosPerByte()
            < mean * costs.unpackNanosPerByte();
  }

  PackCosts costs() {
    return costs;
  }

  /**
   * Reports the duration of a miss, from the look-up to the insertion of the block.
   *
   * @param bytes length of the block
   */
  public void noteMiss(long missNanos, int bytes) {
    costs.noteMiss(missNanos, bytes);
  }

  // ---- the thread

  private void run() {
    while (!closed) {
      Waiting block = take();
      if (block != null) {
        try {
          work(block);
        } catch (RuntimeException | Error e) {
          onError.accept(e);
        } finally {
          busy = false;
        }
        pause();
      }
    }
    clearQueue();
  }

  private @Nullable Waiting take() {
    busy = true;
    Waiting block = backlog.poll();
    if (block == null) {
      busy = false;
      idle = true;
      if (backlog.isEmpty() && !closed) {
        LockSupport.parkNanos(this, IDLE_NANOS);
      }
      idle = false;
    }
    return block;
  }

  private void work(Waiting block) {
    int handle = block.handle();
    Compression now = compression;
    BlockCompressor by = now.used();
    if (by == null) {
      blocks.unselect(handle);
      return;
    }
    long begun = System.nanoTime();
    if (block.spill()) {
      blocks.spill(handle, by, now.byFile());
    } else {
      blocks.pack(handle, by, now.byFile());
    }
    now.byFile().work();
    long took = System.nanoTime() - begun;
    nanos.add(took);
    owedNanos += took * (100 - now.cpuPercent()) / now.cpuPercent();
  }

  private void pause() {
    long until = System.nanoTime() + owedNanos;
    if (owedNanos < MIN_SLEEP_NANOS) {
      return;
    }
    for (long left = owedNanos; left > 0 && !closed; left = until - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
    owedNanos = 0;
  }

  /** Turns the queued blocks into ordinary blocks again. */
  private void clearQueue() {
    for (Waiting block = backlog.poll(); block != null; block = backlog.poll()) {
      blocks.unselect(block.handle());
    }
  }

  // ---- monitoring and shutdown

  /** Returns the number of blocks packed into smaller slots. */
  public long packed() {
    return blocks.packed();
  }

  /** Returns the number of blocks packed for a lower tier. */
  public long spilled() {
    return blocks.spilled();
  }

  /** Returns the number of blocks that did not shrink and are not tried again. */
  public long incompressible() {
    return blocks.incompressible();
  }

  /** Returns the total time spent on packing, in nanoseconds. */
  public long nanos() {
    return nanos.sum();
  }

  /** Returns the median time to pack a byte of a raw block, in nanoseconds. */
  public double packNanosPerByte() {
    return costs.packNanosPerByte();
  }

  /** Returns the median time to unpack a byte of a raw block, in nanoseconds. */
  public double unpackNanosPerByte() {
    return costs.unpackNanosPerByte();
  }

  /** Returns the recent mean ratio of packed to raw bytes. */
  public double packedShare() {
    return costs.packedShare();
  }

  /** Waits until the queued blocks are packed or unselected; for tests and measurements. */
  public void awaitQuiet() throws InterruptedException {
    // In this order, because the thread sets busy before it takes a block from the queue.
    while (!closed && thread != null && (!backlog.isEmpty() || busy)) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  /** Ends the thread after the block it is packing, and waits for that. */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = thread;
    }
    if (running != null) {
      LockSupport.unpark(running);
      try {
        running.join(TimeUnit.SECONDS.toMillis(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns the maximum off-heap memory of the thread, in bytes: one packed block. */
  public int scratchBytes() {
    BlockCompressor by = compression.used();
    return by == null ? 0 : Compressors.maxPackedBytes(by, SizeClasses.LARGEST_LEARNT);
  }
}
