package io.strata.l2.pack;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compression;
import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.PackQueue;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.MissCost;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs blocks that would be evicted otherwise, on a thread of its own. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * Victim selection offers a block whose packing frees more memory, for what it costs, than the
 * eviction of any other block of its sample. The thread copies the block, compressed, into a slot
 * of that size, and puts that in the block's place. Where the queue is full, because blocks come
 * faster than the processor time allows, selection goes on without it.
 *
 * <h2>States</h2>
 *
 * <pre>
 *              offer                       replace
 *   VISIBLE -------------&gt; VICTIM -----------------------&gt; DOOMED, and the copy VISIBLE
 *      ^                      |
 *      +----------------------+
 *       a read that changes the mark, or packing that frees nothing
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
 * An offer is one compare-and-set and an entry of the queue. The thread compresses for {@code
 * cpuPercent} of the time at most, and parks between blocks for the rest.
 */
public final class Packer implements PackQueue, AutoCloseable {
  /**
   * Of so many samples one has blocks packed whatever that costs: what it costs is only known of
   * blocks that are packed, and falls when the code is compiled or the machine has less to do.
   */
  private static final int SAMPLES_FOR_A_TRY = 256;

  /** A file of which so many blocks in a row did not become smaller is hardly tried any more. */
  private static final int MAX_IN_VAIN = 8;

  private static final int BLOCKS_FOR_A_TRY = 64;

  /** Blocks that wait at most. */
  private static final int MAX_WAITING = 256;

  /** A packed block takes at most so much of the raw one's slot, or stays raw. */
  private static final double MAX_SHARE = 0.875;

  /** Processor time that is owed is slept off in pieces of at least this. */
  private static final long MIN_SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** The thread looks again so often when there is nothing to do and it was not woken. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Each new value changes the mean of expected times by this share of the difference. */
  private static final double SHARE = 1.0 / 64;

  private static final long NOTHING_PACKED_YET = Long.MAX_VALUE;

  private final StoreCore core;
  private final SlotTable slots;
  private final Allocator allocator;
  private final Consumer<Throwable> onError;
  private final PackCosts costs = new PackCosts();
  private final Queue<Integer> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waitingCount = new AtomicInteger();
  private final LongAdder packed = new LongAdder();
  private final LongAdder incompressible = new LongAdder();
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

  // The thread's own.
  private @Nullable ByteBuffer scratch;
  private long owedNanos;
  private int tries;

  public Packer(
      StoreCore core, Allocator allocator, Compression compression, Consumer<Throwable> onError) {
    this.core = core;
    this.slots = core.slots();
    this.allocator = allocator;
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
    if (waitingCount.incrementAndGet() > MAX_WAITING
        || !slots.compareAndSetMeta(handle, meta, Meta.victim(meta))) {
      waitingCount.decrementAndGet();
      return false;
    }
    boolean queued = false;
    try {
      waiting.add(handle);
      queued = true;
    } finally {
      if (!queued) {
        waitingCount.decrementAndGet();
        slots.compareAndSetMeta(handle, Meta.victim(meta), meta);
      }
    }
    long expected = slots.policy().expected(Meta.mark(meta));
    double mean = expectedOfPacked;
    expectedOfPacked = mean == NOTHING_PACKED_YET ? expected : mean + (expected - mean) * SHARE;
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
  boolean isWorthUnpacking(int mark) {
    double mean = expectedOfPacked;
    return mean == NOTHING_PACKED_YET
        || slots.policy().expected(mark) * costs.packNanosPerByte()
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
      Integer handle = take();
      if (handle != null) {
        try {
          pack(handle);
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

  private @Nullable Integer take() {
    busy = true;
    Integer handle = waiting.poll();
    if (handle == null) {
      busy = false;
      idle = true;
      if (waiting.isEmpty() && !closed) {
        LockSupport.parkNanos(this, IDLE_NANOS);
      }
      idle = false;
      return null;
    }
    waitingCount.decrementAndGet();
    return handle;
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
    for (Integer handle = waiting.poll(); handle != null; handle = waiting.poll()) {
      waitingCount.decrementAndGet();
      leaveRaw(handle);
    }
  }

  private void leaveRaw(int handle) {
    long meta = slots.meta(handle);
    while (Meta.isVictim(meta)
        && !slots.compareAndSetMeta(handle, meta, Meta.marked(meta, Meta.mark(meta)))) {
      meta = slots.meta(handle);
    }
  }

  private void pack(int handle) {
    Compression now = compression;
    BlockCompressor by = now.used();
    if (by == null || !slots.pinQuietly(handle)) {
      leaveRaw(handle);
      return;
    }
    boolean done = false;
    try {
      FileBlocks file = core.files().find(slots.fileId(handle));
      if (file != null && isHopeless(file)) {
        slots.setIncompressible(handle);
      } else if (file != null && Meta.isVictim(slots.meta(handle)) && slots.mayBePacked(handle)) {
        done = pack(handle, file, by, now.cpuPercent());
      }
    } finally {
      if (!done) {
        leaveRaw(handle);
      }
      core.unpin(handle);
    }
  }

  /** Of a file whose blocks do not become smaller, one of some is tried. */
  private boolean isHopeless(FileBlocks file) {
    return file.incompressible() >= MAX_IN_VAIN && ++tries % BLOCKS_FOR_A_TRY != 0;
  }

  private boolean pack(int handle, FileBlocks file, BlockCompressor by, int cpuPercent) {
    int length = slots.length(handle);
    ByteBuffer to = scratch(Compressors.maxPackedBytes(by, length));
    long begun = System.nanoTime();
    int bytes = Compressors.pack(by, slots.view(handle, length), to);
    int most = (int) (slotBytes(handle) * MAX_SHARE);
    boolean shrinks = bytes <= most;
    boolean done = shrinks && replace(handle, file, to.flip(), most);
    long took = System.nanoTime() - begun;
    owedNanos += took * (100 - cpuPercent) / cpuPercent;
    nanos.add(took);
    costs.notePacked(took, length, shrinks ? length - bytes : 0);
    file.notePacked(shrinks);
    if (!shrinks) {
      slots.setIncompressible(handle);
      incompressible.increment();
    }
    return done;
  }

  private int slotBytes(int handle) {
    return core.space().bucketOf(handle).sizeClass().slotBytes();
  }

  private boolean replace(int handle, FileBlocks file, ByteBuffer bytes, int mostSlotBytes) {
    int length = bytes.remaining();
    int to = allocator.allocate(length);
    if (to == Handle.NONE) {
      return false;
    }
    boolean inPlace = false;
    try {
      // In a slot that is hardly smaller nothing is won. The class is short of memory, and knows.
      if (slotBytes(to) <= mostSlotBytes) {
        slots.view(to, length).put(bytes);
        slots.describeAs(to, handle, length, true);
        int mark = Meta.mark(slots.meta(handle));
        long visible = Meta.pinned(Meta.visible(slots.meta(to), mark));
        inPlace = core.evictor().replace(handle, file, to, visible);
      }
    } finally {
      if (!inPlace) {
        core.space().release(to);
      }
    }
    if (inPlace) {
      settle(to);
    }
    return inPlace;
  }

  /** The bucket may have been wanted since the slot was allocated: its drain met no block there. */
  private void settle(int to) {
    try {
      packed.increment();
      if (core.space().isDraining(to)) {
        core.evictor().evictForRoom(to);
      }
    } finally {
      core.unpin(to);
    }
  }

  private ByteBuffer scratch(int bytes) {
    ByteBuffer now = scratch;
    if (now == null || now.capacity() < bytes) {
      now = ByteBuffer.allocateDirect(bytes);
      scratch = now;
    }
    return now.clear();
  }

  // ---- looking on, and the end

  /** Returns how many blocks were packed. */
  public long packed() {
    return packed.sum();
  }

  /** Returns how many blocks did not become smaller, and are not tried again. */
  public long incompressible() {
    return incompressible.sum();
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

  /** Waits until what was offered before is packed or left raw; for tests and measurements. */
  public void awaitQuiet() throws InterruptedException {
    while (!closed && thread != null && (busy || !waiting.isEmpty())) {
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
