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
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.pool.BucketPool;
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
 * Blocks by (file, offset), outside the heap, within a fixed number of bytes. Thread-safe.
 *
 * <p>A hit is {@link #pin}: one look-up, one atomic operation, no object; the bytes are then at
 * {@link #view} until {@link #unpin}, which is one atomic operation more. A block that was offered
 * and is not in its slot yet is found by {@link #retainInFlight}. Nothing here waits for a writer,
 * an eviction or a lock that a sweep holds.
 *
 * <p>The memory goes back to the process when the store and every view of it are unreachable.
 *
 * @param <S> what blocks are offered as
 */
public final class BlockStore<S extends BlockSource> implements AutoCloseable {
  /** What {@link #pin} answers when it has no such block. */
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
   * Makes a store that can be used at once. A large store has a part of its memory then; some
   * threads allocate the rest, which can take seconds ({@link #awaitQuiet} waits for it). If the
   * system refuses it meanwhile, the store stays smaller and its handler is told of the error.
   *
   * @throws OutOfMemoryError when the process may not have so much direct memory
   * @throws java.io.UncheckedIOException when the memory is a file that cannot be mapped
   */
  public BlockStore(StoreOptions options) {
    CapacityPlan capacity = options.capacity();
    Compressors compressors = options.compression().known();
    this.onError = SafeCallbacks.handler(options.onError());
    options.memory().setErrorHandler(onError);
    this.maintenance = new MaintenanceExecutor(onError);
    this.restart = new Restart(options.memory(), options.policy());
    LogicalClock clock = restart.logicalClock(capacity.bucketBytes());
    ByteBuffer remembered = restart.remembered(capacity.ghosts());
    this.slots = new SlotTable(options.takeMemory(), options.policy().make(clock, remembered));
    this.index = new HashIndex(slots, capacity.heads());
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
            SafeCallbacks.sink(options.victims(), onError),
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
            new PolicySwitch(slots, pool, clock, remembered),
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
   * Finds a block in its slot and pins it.
   *
   * @return a handle, for {@link #view} and the like, which must be given to {@link #unpin} exactly
   *     once; or {@link #NONE}, also when the block has {@link Meta#MAX_READER_PINS} pins already
   */
  public int pin(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? NONE : pin(blocks, offset, true);
  }

  /** As {@link #pin}, but not counted as a read by eviction. */
  public int pinQuietly(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? NONE : pin(blocks, offset, false);
  }

  private int pin(FileBlocks file, long offset, boolean read) {
    int handle = index.findAndPin(file.id(), offset, read);
    return handle != NONE && slots.isPacked(handle) ? unpacker.unpack(handle, read) : handle;
  }

  /**
   * As {@link #pinQuietly}, for the caller's words alone: the block may be packed, and has no
   * {@link #view} then.
   */
  public int pinDescription(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? NONE : index.findAndPin(blocks.id(), offset, false);
  }

  /**
   * Lets go of a block.
   *
   * @throws IllegalStateException when it was not pinned
   */
  public void unpin(int handle) {
    if (slots.unpin(handle)) {
      freedByReaders.increment();
      pool.release(handle);
    }
  }

  /** Whether a pinned block lies in one piece, so that it has a {@link #view}. */
  public boolean isContiguous(int handle) {
    return slots.nextPart(handle) == NONE;
  }

  /**
   * The memory of a pinned block that lies in one piece, of exactly its length, big-endian. A new
   * view each time; it must not be used after {@link #unpin}, nor be written to.
   */
  public ByteBuffer view(int handle) {
    return slots.view(handle, slots.length(handle));
  }

  /** The pieces of a pinned block, in order; otherwise as {@link #view}. */
  public ByteBuffer[] views(int handle) {
    return slots.views(handle, pool.sizes().largest());
  }

  /** Bytes of a pinned block. */
  public int length(int handle) {
    return slots.length(handle);
  }

  /** The first of the words that a pinned block was offered with. */
  public long attributes(int handle) {
    return slots.attributes(handle);
  }

  /** The second of those words. */
  public long stamp(int handle) {
    return slots.stamp(handle);
  }

  /** How many pins a pinned block has at the moment, the caller's own among them. */
  public int pins(int handle) {
    return Meta.pins(slots.meta(handle));
  }

  /**
   * The block, if it was offered and is not in its slot yet. Whoever finds neither a slot nor this
   * must look for the slot once more: the block may have got there in between.
   *
   * @return the block, which the caller must release, or null
   */
  public @Nullable InFlightBlock<S> retainInFlight(String file, long offset) {
    FileBlocks blocks = files.find(file);
    return blocks == null || closed ? null : writePath.retain(blocks, offset);
  }

  /** Whether the block is in its slot or on its way there. */
  public boolean contains(String file, long offset) {
    FileBlocks blocks = files.find(file);
    if (blocks == null || closed) {
      return false;
    }
    return index.find(blocks.id(), offset) != NONE || writePath.isInFlight(blocks, offset);
  }

  // ---- writing

  /**
   * Offers a block. The store releases the source when it is done with it, taken or refused.
   *
   * @return whether the block is on its way or in its slot; if not, {@link StoreStatistics#rejected}
   *     counts why
   */
  public boolean offer(String file, long offset, S source) {
    return writePath.offer(file, offset, source);
  }

  /** Whether a block of so many bytes is not too large to be cached. */
  public boolean fits(int bytes) {
    return writePath.fits(bytes);
  }

  /**
   * Says something of a file that has blocks, or a block on its way, for {@link #noteOf}; nothing
   * when it has none. Memory that outlives the process keeps it with the blocks.
   */
  public void note(String file, String text) {
    FileBlocks blocks = files.find(file);
    if (blocks != null) {
      files.note(blocks, text);
    }
  }

  /** What was said last of a file that has blocks; empty when nothing was, or it has none. */
  public String noteOf(String file) {
    FileBlocks blocks = files.find(file);
    return blocks == null ? "" : blocks.note();
  }

  /**
   * Returns the files whose blocks a process before this one cached, as long as they have blocks
   * and none was offered since.
   */
  public List<String> restoredFiles() {
    return restart.restoredFiles();
  }

  // ---- evicting

  /**
   * Evicts one block; says whether it was there. Readers that pin it keep it. Nothing is left of it
   * that an {@link #offer} of the same block, after this returns, would meet.
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
   * Evicts all blocks of a file: look-ups fail when this returns, the slots are collected in the
   * background.
   *
   * @return how many blocks it had
   */
  public int evictFile(String file) {
    FileBlocks blocks = files.retire(file);
    if (blocks == null) {
      return 0;
    }
    int count = blocks.blocks();
    maintenance.execute(() -> evictor.evictAll(blocks, offset -> true));
    return count;
  }

  /**
   * Evicts those blocks of a file that begin in a range; as {@link #evict} does, each.
   *
   * @param from the first offset
   * @param to the last offset, inclusive
   * @return how many there were
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

  // ---- changing how it works

  /** To change how large the store is, and how it works, while it is used. */
  public Controls controls() {
    return controls;
  }

  /**
   * Refuses every offer from now on, and returns when what was offered before is in slots. Blocks
   * are found and evicted as before, until {@link #close}.
   */
  public void endWrites() {
    writePath.close();
  }

  /** Compressed blocks. */
  public Packing packing() {
    return packing;
  }

  // ---- looking on

  /** To look on in detail. */
  public Inspection inspection() {
    return inspection;
  }

  /** What the store holds and has done. */
  public StoreStatistics statistics() {
    return new StoreStatistics(
        controls.configuredBytes(),
        (long) pool.liveBuckets() * BucketLayout.BUCKET_BYTES,
        files.blocks(),
        files.bytes(),
        writePath.blocksInFlight(),
        writePath.bytesInFlight(),
        pool.emptyBuckets(),
        writePath.offered(),
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

  /** What became of blocks, by the kinds that the store was told of. */
  public KindStatistics statisticsByKind() {
    return new KindStatistics(
        writePath.written().byKind(),
        evictor.evictedForCapacity().byKind(),
        evictor.evictedByRequest().byKind(),
        writePath.rejected(KindCounter::byKind));
  }

  /** Whether the memory that the store was made for is allocated, or as much as there is. */
  public boolean hasAllMemory() {
    return controls.isFilled();
  }

  /** Waits until the memory that the store was made for is allocated; for measurements. */
  public void awaitMemory() {
    controls.awaitFilled();
  }

  /** Whether all blocks are served that were in memory which outlived a process. */
  public boolean isAttached() {
    return restart.isAttached();
  }

  /** Waits until they are. */
  public void awaitAttached() {
    restart.awaitAttached();
  }

  /** As {@link #awaitAttached()}, for so many milliseconds at most; says whether they are. */
  public boolean awaitAttached(long millis) throws InterruptedException {
    return restart.awaitAttached(millis);
  }

  /** Blocks that were served again of a process before this one; right once all are. */
  public long attachedBlocks() {
    return restart.attachedBlocks();
  }

  /** How far that is; empty where memory does not outlive the process. */
  public Optional<AttachStatistics> attachStatistics() {
    return restart.statistics();
  }

  /** Blocks that were in the memory, and whose files had been evicted, or they themselves. */
  public long droppedBlocks() {
    return restart.droppedBlocks();
  }

  /** Waits until what was offered or evicted before has been done, and all memory is there. */
  public void awaitQuiet() throws InterruptedException {
    awaitMemory();
    awaitAttached();
    writePath.awaitDrained();
    long packingNanos;
    do {
      // Each may leave the other something to do.
      packer.awaitQuiet();
      packingNanos = packer.nanos();
      maintenance.awaitQuiet();
      packer.awaitQuiet();
    } while (packer.nanos() != packingNanos);
  }

  /**
   * Checks that every slot and bucket is in exactly one place, that sums agree, and that nothing is
   * pinned or in flight. The caller sees to it that nothing else happens meanwhile ({@link
   * #awaitQuiet}).
   *
   * @return what is wrong, a sentence each; empty when all is well
   */
  public List<String> audit() {
    List<String> wrong = new Audit(slots, index, files, pool).run();
    int chains = controls.capacity().heads();
    if (index.chains() != chains) {
      wrong.add("There are " + index.chains() + " hash chains, not the planned " + chains);
    }
    int planned = controls.capacity().buckets();
    if (pool.liveBuckets() != planned) {
      wrong.add("There are " + pool.liveBuckets() + " buckets, not the planned " + planned);
    }
    if (writePath.blocksInFlight() != 0 || writePath.bytesInFlight() != 0) {
      wrong.add(writePath.bytesInFlight() + " bytes are left in flight.");
    }
    return wrong;
  }

  /**
   * Ends the threads. Look-ups miss and offers are refused from now on; blocks that are pinned stay
   * readable until they are let go, and memory that outlives the process is given back then.
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
