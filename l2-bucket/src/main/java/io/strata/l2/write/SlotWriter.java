package io.strata.l2.write;

import io.strata.l2.count.KindCounter;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.Evictor;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.slot.SlotTable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Copies a block into a slot and publishes it. Thread-safe; any thread may do it.
 *
 * <h2>Transitions</h2>
 *
 * <ol>
 *   <li>Link the slot to the file. Fails if the file was closed.
 *   <li>Link it to its hash chain and make it visible. Fails if the block was evicted in flight.
 *   <li>Check whether the file was closed or the bucket is being drained, and evict the block if
 *       so.
 * </ol>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * A thread that closes a file or drains a bucket first announces that and then looks for visible
 * slots. The writer first makes the slot visible and then looks for the announcement. So at least
 * one of the two sees the other.
 *
 * <p>A thread that evicts the block by its key competes with the writer for one compare-and-set,
 * {@link InFlightBlock#claim}. A block evicted in flight therefore never becomes visible, and
 * cannot stand in the way of the same block when it is inserted again.
 *
 * <p>Between the link to the file and the publication nothing is allocated, so an OutOfMemoryError
 * of the heap loses no slot.
 */
final class SlotWriter<S extends BlockSource> {
  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final SizeLearner learner;
  private final Allocator allocator;
  private final Evictor evictor;
  private final InFlight<S> inFlight;
  private final Rejections rejections;
  private final Consumer<Throwable> onError;
  private final KindCounter written;

  SlotWriter(
      StoreCore core,
      Allocator allocator,
      SizeLearner learner,
      InFlight<S> inFlight,
      Rejections rejections,
      WriteOptions options) {
    this.slots = core.slots();
    this.index = core.index();
    this.files = core.files();
    this.pool = core.pool();
    this.evictor = core.evictor();
    this.learner = learner;
    this.allocator = allocator;
    this.inFlight = inFlight;
    this.rejections = rejections;
    this.written = new KindCounter(options.kinds());
    this.onError = options.onError();
  }

  /** Returns the counter of blocks that became visible. */
  KindCounter written() {
    return written;
  }

  /** Writes a block that is in flight to a slot, or counts its rejection; never throws. */
  void write(InFlightBlock<S> block) {
    try {
      // All calls of the source that may fail come before the slot is linked anywhere.
      boolean inMemory = block.source().inMemory();
      learner.record(block.length);
      int handle = filledSlot(block);
      if (handle != Handle.NONE && pool.isDraining(handle)) {
        // The drain began during the copy. Published, the block would be evicted at once.
        pool.release(handle);
        handle = filledSlot(block);
      }
      if (handle != Handle.NONE) {
        publish(block, handle, inMemory);
      }
    } catch (RuntimeException | Error e) {
      reject(block, Rejection.WRITE_FAILED);
      onError.accept(e);
    } finally {
      files.leave(block.file);
      release(block);
    }
  }

  /** Releases a block; a source that fails at this does not end the writer thread. */
  private void release(InFlightBlock<S> block) {
    try {
      block.release();
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  /** Counts a block that will not be written as rejected. */
  void reject(InFlightBlock<S> block, Rejection reason) {
    inFlight.remove(block);
    rejections.count(reason, block.source());
  }

  /** Copies a block into a new slot; returns it, or {@link Handle#NONE} after a rejection. */
  private int filledSlot(InFlightBlock<S> block) {
    int handle = allocator.allocate(block.length);
    if (handle == Handle.NONE) {
      reject(block, Rejection.NO_ROOM);
    } else if (!copy(block, handle)) {
      pool.release(handle);
      reject(block, Rejection.WRITE_FAILED);
      return Handle.NONE;
    }
    return handle;
  }

  private boolean copy(InFlightBlock<S> block, int handle) {
    S source = block.source();
    int length = block.length;
    try {
      slots.describe(
          handle, block.file.id(), block.offset, length, source.attributes(), source.stamp());
      if (!source.isCompressible() || block.file.isIncompressible(block.offset)) {
        slots.setIncompressible(handle);
      }
      int from = 0;
      int largest = pool.sizes().largest();
      for (int part = handle; part != Handle.NONE; part = slots.nextPart(part)) {
        int here = Math.min(length - from, largest);
        source.writeTo(slots.view(part, here), from);
        from += here;
      }
      return true;
    } catch (RuntimeException | Error e) {
      onError.accept(e);
      return false;
    }
  }

  /** Frees a slot for a block of about this length, if there is none, before it is needed. */
  void evictAhead(InFlightBlock<S> block) {
    try {
      allocator.evictAhead(block.length);
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  private void publish(InFlightBlock<S> block, int handle, boolean inMemory) {
    BooleanSupplier claim = block::claim;
    if (!files.link(block.file, handle)) {
      pool.release(handle);
      reject(block, Rejection.EVICTED_IN_FLIGHT);
      return;
    }
    long key = slots.key(handle);
    int bits = slots.policy().onInsert(key, block.length, inMemory);
    // Pinned at first, so that the slot still holds this block during the checks that follow.
    long visible = Meta.pinned(Meta.visible(slots.meta(handle), bits));
    if (!index.publish(handle, visible, claim)) {
      slots.policy().onEvict(key, bits, block.length, false);
      files.unlink(block.file, handle);
      pool.release(handle);
      reject(block, Rejection.EVICTED_IN_FLIGHT);
      return;
    }
    try {
      recheck(block, handle);
    } finally {
      if (slots.unpin(handle)) {
        pool.release(handle);
      }
    }
  }

  /**
   * Evicts the block again if its file was retired or its bucket is being drained; this thread has
   * it pinned.
   */
  private void recheck(InFlightBlock<S> block, int handle) {
    inFlight.remove(block);
    if (block.file.isRetired()) {
      evictor.evict(handle, block.file);
      rejections.count(Rejection.EVICTED_IN_FLIGHT, block.source());
    } else {
      written.count(slots.attributes(handle));
      if (pool.isDraining(handle)) {
        evictor.evictForCapacity(handle);
      }
    }
  }
}
