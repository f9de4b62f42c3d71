package io.strata.l2;

import io.strata.l2.compress.Compressors;
import io.strata.l2.count.KindCounter;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.Compactor;
import io.strata.l2.evict.Evictor;
import io.strata.l2.evict.PolicySwitch;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.evict.VictimSelection;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.write.BlockSource;
import io.strata.l2.write.InFlightBlock;
import io.strata.l2.write.WriteOptions;
import io.strata.l2.write.WritePath;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store of blocks by (file, offset), off the heap, within a fixed number of bytes. Thread-safe.
 *
 * <p>A hit is {@link #pin}: one look-up and one atomic operation, without allocation, unless the
 * block is packed. The bytes are at {@link #view} until {@link #unpin}, which is one more atomic
 * operation. {@link #retainInFlight} finds a block that was inserted and is not in its slot yet.
 * None of these waits for a writer, an eviction or a lock.
 *
 * <p>The memory returns to the process when the store and every view of it are unreachable.
 *
 * @param <S> the source that a block's bytes are read from
 */
public final class BlockStore<S extends BlockSource> implements AutoCloseable {
  /** The result of {@link #pin} for a block that is not in a slot. */
  public static final int NONE = Handle.NONE;

  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final Evictor evictor;
  private final WritePath<S> writePath;
  private final Compactor compactor;
  private final MaintenanceExecutor maintenance;
  private final Controls controls;
  private final Inspection inspection;
  private final Restart restart;
  private final Packer packer;
  private final Unpacker unpacker;
  private final Packing packing;
  private final Consumer<Throwable> onError;
  private final LongAdder freedByReaders = new LongAdder();
  private volatile boolean closed;

  /**
   * Creates a store, which can be used at once. A large store begins with a part of its memory;
   * background threads allocate the rest, which can take seconds ({@link #awaitQuiet} waits for
   * it). If that allocation fails, the store stays smaller and the error handler gets the error.
   *
   * @throws OutOfMemoryError if the process may not use that much direct memory
   * @throws java.io.UncheckedIOException if the memory is a file that cannot be mapped
   */
  public BlockStore(StoreOptions options) {
    CapacityPlan capacity = options.capacity();
    Compressors compressors = options.compression().known();
    this.onError = SafeCallbacks.handler(options.onError());
    options.memory().setErrorHandler(onError);
    this.maintenance = new MaintenanceExecutor(onError);
    this.restart = new Restart(options.memory(), options.policy());
    LogicalClock clock = restart.logicalClock(capacity.bucketBytes());
    Tables tables = Tables.allocate(capacity, restart);
    this.slots = new SlotTable(options.takeMemory(), options.policy().make(clock, tables.ghosts()));
    this.index = new HashIndex(slots, tables.heads());
    this.files = restart.files(slots);
    this.pool =
        new BucketPool(
            slots,
            options.sizeClasses(),
            maintenance,
            restart.kept(),
            options.memory().isInOrder());
    this.evictor =
        new Evictor(
            slots,
            index,
            files,
            pool,
            compressors,
            SafeCallbacks.listener(options.victims(), onError),
            options.kinds());
    this.inspection = new Inspection(slots, files, pool, compressors);
    StoreCore core = new StoreCore(slots, index, files, pool, evictor);
    VictimSelection selection = new VictimSelection(core);
    this.compactor = new Compactor(core, selection, maintenance);
    Allocator allocator = new Allocator(core, selection, compactor);
    SizeLearner learner = new SizeLearner(pool, maintenance);
    this.packer = new Packer(core, allocator, learner, options.compression(), onError);
    this.unpacker = new Unpacker(core, allocator, compressors, packer, onError);
    this.packing = new Packing(files, packer, unpacker, () -> closed);
    selection.setPackQueue(packer);
    this.writePath =
        new WritePath<>(
            core,
            allocator,
            learner,
            new WriteOptions(
                capacity.inFlightBytes(),
                options.writerThreads(),
                options.queueLength(),
                options.handOverBytes(),
                options.kinds(),
                onError));
    this.controls =
        new Controls(
            options,
            core,
            clock,
            new PolicySwitch(slots, pool, clock, tables.ghosts()),
            compactor,
            packer,
            writePath,
            maintenance,
            restart);
    controls.startFilling(onError);
    restart.begin(core, capacity, compressors, writePath, compactor, maintenance, onError);
  }

  // ---- reading

  /**
   * Looks up a block in its slot and pins it.
   *
   * @return a handle for {@link #view} and the other accessors, which the caller must pass to
   *     {@link #unpin} exactly once; or {@link #NONE} if there is no such block, or it already has
   *     {@link Meta#MAX_READER_PINS} pins
   */
  public int pin(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? NONE : pin(blocks, offset, true);
  }

  /** As {@link #pin}, without reporting an access to the policy. */
  public int pinQuietly(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? NONE : pin(blocks, offset, false);
  }

  private int pin(FileBlocks file, long offset, boolean access) {
    int handle = index.findAndPin(file.id(), offset, access);
    return handle != NONE && slots.isPacked(handle) ? unpacker.unpack(handle, access) : handle;
  }

  /**
   * As {@link #pinQuietly}, for access to the attributes and the stamp only: the block may be
   * packed, and then has no {@link #view}.
   */
  public int pinDescription(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? NONE : index.findAndPin(blocks.id(), offset, false);
  }

  /**
   * Releases a pin.
   *
   * @throws IllegalStateException if the block is not pinned
   */
  public void unpin(int handle) {
    if (slots.unpin(handle)) {
      freedByReaders.increment();
      pool.release(handle);
    }
  }

  /** Returns whether a pinned block lies in a single slot and therefore has a {@link #view}. */
  public boolean isContiguous(int handle) {
    return slots.nextPart(handle) == NONE;
  }

  /**
   * Returns the memory of a pinned contiguous block: exactly its length, big-endian. Each call
   * returns a new view, which must not be written to, nor used after {@link #unpin}.
   */
  public ByteBuffer view(int handle) {
    return slots.view(handle, slots.length(handle));
  }

  /** Returns the memory of a pinned block, one view per slot, in order; see {@link #view}. */
  public ByteBuffer[] views(int handle) {
    return slots.views(handle, pool.sizes().largest());
  }

  /** Returns the length of a pinned block, in bytes. */
  public int length(int handle) {
    return slots.length(handle);
  }

  /** Returns the attributes that a pinned block was inserted with. */
  public long attributes(int handle) {
    return slots.attributes(handle);
  }

  /** Returns the stamp that a pinned block was inserted with. */
  public long stamp(int handle) {
    return slots.stamp(handle);
  }

  /** Returns the current number of pins of a pinned block, including the caller's own. */
  public int pins(int handle) {
    return Meta.pins(slots.meta(handle));
  }

  /**
   * Retains a block that was inserted and is not in its slot yet. A caller that finds the block
   * neither in a slot nor here must look for the slot once more: the block may have moved there in
   * between.
   *
   * @return the block, which the caller must release, or null
   */
  public @Nullable InFlightBlock<S> retainInFlight(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? null : writePath.retain(blocks, offset);
  }

  /** Returns whether the block is in a slot or in flight. */
  public boolean contains(String file, long offset) {
    FileBlocks blocks = files.find(file);
    if (blocks == null || closed) {
      return false;
    }
    return index.find(blocks.id(), offset) != NONE || writePath.isInFlight(blocks, offset);
  }

  // ---- writing

  /**
   * Inserts a block. The store releases the source when it is done with it, also if it rejects the
   * block.
   *
   * @return false if the block was rejected at once; an accepted block may still be rejected when
   *     it is written. {@link StoreStatistics#rejected} counts the reasons of both
   */
  public boolean insert(String file, long offset, S source) {
    return writePath.insert(file, offset, source);
  }

  /** Returns whether a block of this length is small enough to be cached. */
  public boolean fits(int bytes) {
    return writePath.fits(bytes);
  }

  /**
   * Stores a note on a file, for {@link #noteOf}. Does nothing if the file has no block in a slot
   * or in flight. Memory that outlives the process keeps the note together with the blocks.
   */
  public void note(String file, String text) {
    FileBlocks blocks = files.find(file);
    if (blocks != null) {
      files.note(blocks, text);
    }
  }

  /** Returns the last note on a file; empty if there is none, or the file has no blocks. */
  public String noteOf(String file) {
    FileBlocks blocks = files.find(file);
    return blocks == null ? "" : blocks.note();
  }

  /**
   * Returns the files whose blocks an earlier process cached, as long as they have blocks and none
   * has been inserted since.
   */
  public List<String> restoredFiles() {
    return restart.restoredFiles();
  }

  // ---- evicting

  /**
   * Evicts one block. Readers that have it pinned keep it. After this returns, an {@link #insert}
   * of the same block does not meet the old one.
   *
   * @return whether the block was cached
   */
  public boolean evict(String file, long offset) {
    FileBlocks blocks = files.find(file);
    if (blocks == null) {
      return false;
    }
    restart.note(blocks, offset);
    boolean cancelled = writePath.cancel(blocks, offset);
    return evictor.evict(blocks, offset) || cancelled;
  }

  /**
   * Evicts all blocks of a file. Look-ups miss once this returns; the slots are freed in the
   * background.
   *
   * @return the number of blocks that the file had
   */
  public int evictFile(String file) {
    FileBlocks blocks = files.retire(file);
    if (blocks == null) {
      return 0;
    }
    int count = blocks.blocks();
    maintenance.executeSteps(evictor.eviction(blocks, offset -> true)::step);
    return count;
  }

  /**
   * Evicts the blocks of a file that begin in a range, each as {@link #evict} does.
   *
   * @param from the first offset
   * @param to the last offset, inclusive
   * @return the number of blocks evicted
   */
  public int evictRange(String file, long from, long to) {
    FileBlocks blocks = files.find(file);
    if (blocks == null) {
      return 0;
    }
    restart.note(blocks, from, to);
    int cancelled = writePath.cancelAll(blocks, from, to);
    return cancelled + evictor.evictAll(blocks, offset -> offset >= from && offset <= to);
  }

  // ---- reconfiguration

  /** Returns the controls that change size and configuration of the store while it is used. */
  public Controls controls() {
    return controls;
  }

  /**
   * Rejects all further inserts, and returns when the blocks inserted before are in slots. Look-ups
   * and evictions work as before, until {@link #close}.
   */
  public void endWrites() {
    writePath.close();
  }

  /** Returns the access to compressed blocks. */
  public Packing packing() {
    return packing;
  }

  // ---- monitoring

  /** Returns a detailed view of the store's contents. */
  public Inspection inspection() {
    return inspection;
  }

  /** Returns the store's usage and counters. */
  public StoreStatistics statistics() {
    return new StoreStatistics(
        controls.configuredBytes(),
        pool.liveBytes(),
        files.blocks(),
        files.bytes(),
        writePath.blocksInFlight(),
        writePath.bytesInFlight(),
        pool.emptyBuckets(),
        writePath.inserts(),
        writePath.written().sum(),
        writePath.copiedByCaller(),
        evictor.evictedForCapacity().sum(),
        evictor.evictedByRequest().sum(),
        compactor.moved(),
        compactor.movedBytes(),
        pool.drainedBuckets(),
        freedByReaders.sum(),
        writePath.rejected(KindCounter::sum));
  }

  /** Returns the counters of writes, evictions and rejections, by kind of block. */
  public KindStatistics statisticsByKind() {
    return new KindStatistics(
        writePath.written().byKind(),
        evictor.evictedForCapacity().byKind(),
        evictor.evictedByRequest().byKind(),
        writePath.rejected(KindCounter::byKind));
  }

  /** Returns whether the allocation of the configured memory has ended, completely or not. */
  public boolean hasAllMemory() {
    return controls.isFilled();
  }

  /** Waits until the allocation of the configured memory has ended; for measurements. */
  public void awaitMemory() {
    controls.awaitFilled();
  }

  /** Returns whether all blocks kept by an earlier process are served. */
  public boolean isAttached() {
    return restart.isAttached();
  }

  /** Waits until all blocks kept by an earlier process are served. */
  public void awaitAttached() {
    restart.awaitAttached();
  }

  /** As {@link #awaitAttached()}, with a time limit; returns whether all blocks are served. */
  public boolean awaitAttached(long millis) throws InterruptedException {
    return restart.awaitAttached(millis);
  }

  /** Returns the number of kept blocks that are served again; exact once all are attached. */
  public long attachedBlocks() {
    return restart.attachedBlocks();
  }

  /** Returns the progress of the attachment; empty if the memory does not outlive the process. */
  public Optional<AttachStatistics> attachStatistics() {
    return restart.statistics();
  }

  /**
   * Returns the number of kept blocks that were dropped, for example because they or their file
   * were evicted.
   */
  public long droppedBlocks() {
    return restart.droppedBlocks();
  }

  /** Waits until earlier inserts and evictions are complete and all memory is allocated. */
  public void awaitQuiet() throws InterruptedException {
    awaitMemory();
    awaitAttached();
    writePath.awaitDrained();
    long packingNanos;
    do {
      // Each of the two may submit work to the other.
      packer.awaitQuiet();
      packingNanos = packer.nanos();
      maintenance.awaitQuiet();
      packer.awaitQuiet();
    } while (packer.nanos() != packingNanos);
  }

  /**
   * Checks that every slot and bucket is in exactly one state and list, that sums agree, and that
   * nothing is pinned or in flight. The store must be idle meanwhile ({@link #awaitQuiet}).
   *
   * @return the problems found, a sentence each; empty if there are none
   */
  public List<String> audit() {
    List<String> problems = new Audit(slots, index, files, pool).run();
    int chains = controls.capacity().heads();
    if (index.chains() != chains) {
      problems.add("There are " + index.chains() + " hash chains, not the planned " + chains);
    }
    int planned = controls.capacity().buckets();
    if (pool.liveBuckets() != planned) {
      problems.add("There are " + pool.liveBuckets() + " buckets, not the planned " + planned);
    }
    if (writePath.blocksInFlight() != 0 || writePath.bytesInFlight() != 0) {
      problems.add(writePath.bytesInFlight() + " bytes are left in flight.");
    }
    return problems;
  }

  /**
   * Stops the threads. From now on, look-ups miss and inserts are rejected. Pinned blocks stay
   * readable until they are released; memory that outlives the process is unlocked after that.
   */
  @Override
  public void close() {
    closed = true;
    restart.stop();
    controls.close();
    writePath.close();
    packer.close();
    maintenance.close();
    restart.end(maintenance, inspection, onError);
  }
}
