package io.strata.l2.pack;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.PackQueue;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.MissCost;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeLearner;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs blocks that would be evicted otherwise, and those that are evicted to a lower tier, on a
 * thread of its own. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * Victim selection offers a block whose packing frees more memory, for what it costs, than the
 * eviction of any other block of its sample. The thread copies the block, compressed, into a slot
 * of that size, and puts that in the block's place. Where there is a lower tier, selection also
 * offers the blocks that are to be evicted: the thread hands them down packed. Where the queue is
 * full, because blocks come faster than the processor time allows, selection goes on without it.
 *
 * <h2>States</h2>
 *
 * <pre>
 *              offer                       replace
 *   VISIBLE -------------&gt; VICTIM -----------------------&gt; DOOMED, and the copy VISIBLE
 *      ^                      |
 *      |                      +------------------------------&gt; DOOMED, and told to the sink
 *      |                      |            spill
 *      +----------------------+
 *       a read that changes the policy bits, or packing that frees nothing
 * </pre>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The thread pins the block while it copies it, so its slot stays the block's. The copy becomes
 * visible, and the block invisible, under the locks of their chain and file, as with a moved block.
 * A handle in the queue may have come to hold another block: that is packed if it is a victim, and
 * its class passes it over later.
 *
 * <h2>Costs</h2>
 *
 * An offer is one compare-and-set and an entry of the queue. The thread works for {@code
 * cpuPercent} of the time at most, and parks between blocks for the rest.
 */
public final class Packer implements PackQueue, AutoCloseable {
  /**
   * Of so many samples one has blocks packed whatever that costs: what it costs is only known of
   * blocks that are packed, and falls when the code is compiled or the machine has less to do.
   */
  private static final int SAMPLES_FOR_A_TRY = 256;

  /** Blocks that wait at most. */
  private static final int MAX_WAITING = 256;

  /** Processor time that is owed is slept off in pieces of at least this. */
  private static final long MIN_SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** The thread looks again so often when there is nothing to do and it was not woken. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Each new value changes the mean of expected times by this share of the difference. */
  private static final double SHARE = 1.0 / 64;

  private static final long NOTHING_PACKED_YET = Long.MAX_VALUE;

  /** In an entry of the queue: the block is to be evicted. */
  private static final long SPILL = 1L << Integer.SIZE;

  private final SlotTable slots;
  private final Consumer<Throwable> onError;
  private final PackCosts costs = new PackCosts();
  private final BlockPacker blocks;
  private final Queue<Long> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waitingCount = new AtomicInteger();
  private final LongAdder nanos = new LongAdder();

  private volatile Compression compression;

  /** In how long the blocks are expected again that are packed, in the mean. */
  private volatile double expectedOfPacked = NOTHING_PACKED_YET;

  /** Not exact when threads meet, which does not matter. */
  private int asked;

  private volatile boolean idle;
  private volatile boolean closed;

  /** Made when the first block is packed. */
  private volatile @Nullable Thread thread;

  /** Set while the thread has taken a block and is not done with it. */
  private volatile boolean busy;

  /** The thread's own: for how long it must not work. */
  private long owedNanos;

  /**
   * @param learner counts the sizes of packed blocks, too
   * @param onError told what the thread did not expect
   */
  public Packer(
      StoreCore core,
      Allocator allocator,
      SizeLearner learner,
      Compression compression,
      Consumer<Throwable> onError) {
    this.slots = core.slots();
    this.blocks = new BlockPacker(core, allocator, learner, costs);
    this.compression = compression;
    this.onError = onError;
  }

  /** Packs otherwise from now on, or nothing more. What is packed stays so until it is read. */
  public void setCompression(Compression next) {
    compression = next;
  }

  /** Returns whether blocks are packed. */
  public boolean packs() {
    return compression.used() != null;
  }

  // ---- what victim selection asks

  @Override
  public int weight() {
    if (compression.used() == null || closed || waitingCount.get() >= MAX_WAITING) {
      return 0;
    }
    return ++asked % SAMPLES_FOR_A_TRY == 0 ? MissCost.MAX_WEIGHT : costs.weight();
  }

  @Override
  public boolean offer(int handle, long meta) {
    if (!add(handle, meta, 0)) {
      return false;
    }
    long expected = slots.policy().expected(Meta.policyBits(meta));
    double mean = expectedOfPacked;
    expectedOfPacked = mean == NOTHING_PACKED_YET ? expected : mean + (expected - mean) * SHARE;
    return true;
  }

  @Override
  public boolean offerToSpill(int handle, long meta) {
    return add(handle, meta, SPILL);
  }

  private boolean add(int handle, long meta, long flag) {
    if (waitingCount.incrementAndGet() > MAX_WAITING
        || !slots.compareAndSetMeta(handle, meta, Meta.victim(meta))) {
      waitingCount.decrementAndGet();
      return false;
    }
    boolean queued = false;
    try {
      waiting.add(Integer.toUnsignedLong(handle) | flag);
      queued = true;
    } finally {
      if (!queued) {
        waitingCount.decrementAndGet();
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
   * Returns whether a packed block with this mark, which was just read, had better be raw: if it is
   * read so often before it would be packed again that the time of packing it again is saved.
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
   * Notes how long a miss took, from the look-up to the block's arrival.
   *
   * @param bytes of the block
   */
  public void noteMiss(long missNanos, int bytes) {
    costs.noteMiss(missNanos, bytes);
  }

  // ---- the thread

  private void run() {
    while (!closed) {
      Long entry = take();
      if (entry != null) {
        try {
          work((int) (long) entry, (entry & SPILL) != 0);
        } catch (RuntimeException | Error e) {
          onError.accept(e);
        } finally {
          busy = false;
        }
        sleepOff();
      }
    }
    leaveRest();
  }

  private @Nullable Long take() {
    busy = true;
    Long entry = waiting.poll();
    if (entry == null) {
      busy = false;
      idle = true;
      if (waiting.isEmpty() && !closed) {
        LockSupport.parkNanos(this, IDLE_NANOS);
      }
      idle = false;
      return null;
    }
    waitingCount.decrementAndGet();
    return entry;
  }

  private void work(int handle, boolean spill) {
    Compression now = compression;
    BlockCompressor by = now.used();
    if (by == null) {
      blocks.leaveRaw(handle);
      return;
    }
    long begun = System.nanoTime();
    if (spill) {
      blocks.spill(handle, by);
    } else {
      blocks.pack(handle, by);
    }
    long took = System.nanoTime() - begun;
    nanos.add(took);
    owedNanos += took * (100 - now.cpuPercent()) / now.cpuPercent();
  }

  private void sleepOff() {
    long until = System.nanoTime() + owedNanos;
    if (owedNanos < MIN_SLEEP_NANOS) {
      return;
    }
    for (long left = owedNanos; left > 0 && !closed; left = until - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
    owedNanos = 0;
  }

  /** Blocks that are not packed any more stay as they were. */
  private void leaveRest() {
    for (Long entry = waiting.poll(); entry != null; entry = waiting.poll()) {
      waitingCount.decrementAndGet();
      blocks.leaveRaw((int) (long) entry);
    }
  }

  // ---- looking on, and the end

  /** Returns how many blocks were packed. */
  public long packed() {
    return blocks.packed();
  }

  /** Returns how many blocks went to a lower tier packed. */
  public long spilled() {
    return blocks.spilled();
  }

  /** Returns how many blocks did not become smaller, and are not tried again. */
  public long incompressible() {
    return blocks.incompressible();
  }

  /** Returns the time spent on packing, in nanoseconds. */
  public long nanos() {
    return nanos.sum();
  }

  /** Returns the time of packing a byte of a raw block, in nanoseconds, in the mean. */
  public double packNanosPerByte() {
    return costs.packNanosPerByte();
  }

  /** Returns the time of unpacking a byte of a raw block, in nanoseconds, in the mean. */
  public double unpackNanosPerByte() {
    return costs.unpackNanosPerByte();
  }

  /** Returns the recent mean of a packed block's bytes for each byte of the raw one. */
  public double packedShare() {
    return costs.packedShare();
  }

  /** Waits until what was offered before is packed or left raw; for tests and measurements. */
  public void awaitQuiet() throws InterruptedException {
    // In this order: a block is taken from the queue once the thread is busy.
    while (!closed && thread != null && (!waiting.isEmpty() || busy)) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  /** Ends the thread after the block that it packs just now, and waits for that. */
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

  /** Returns what the thread takes outside of the heap at most, for one block. */
  public int scratchBytes() {
    BlockCompressor by = compression.used();
    return by == null ? 0 : Compressors.maxPackedBytes(by, SizeClasses.LARGEST_LEARNT);
  }
}
