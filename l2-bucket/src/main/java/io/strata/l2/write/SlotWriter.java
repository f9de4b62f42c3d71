package io.strata.l2.write;

import io.strata.l2.count.KindCounter;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.Evictor;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.pool.BucketPool;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Copies one block into a slot and publishes it. Thread-safe; any thread may do it.
 *
 * <p>The order is: link to the file (which fails when the file was closed), link to the hash chain
 * and make visible (which fails when the block was evicted on its way), and only then look whether
 * somebody closed the file or wanted the bucket in the meantime, and evict the block if so. Whoever
 * did one of these did it first and then looked for visible slots: one of the two sees the other.
 * Whoever evicts the block by its key decides with the writer, in one compare-and-set of {@link
 * InFlightBlock}, which of the two was first: a block that was evicted on its way never becomes
 * visible, so it cannot stand in the way of the same block when that is offered next.
 *
 * <p>From the link to the file on nothing is allocated before the slot is in its place: a thread
 * that finds no heap loses no slot.
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

  /** Blocks that became visible. */
  KindCounter written() {
    return written;
  }

  /** Takes a block that is in flight to its slot, or counts why not; never throws. */
  void write(InFlightBlock<S> block) {
    try {
      // All that the source is asked for, it is asked before the slot is linked anywhere.
      boolean inMemory = block.source().inMemory();
      learner.record(block.length);
      int handle = allocator.allocate(block.length);
      if (handle == Handle.NONE) {
        reject(block, Rejection.NO_ROOM);
      } else if (copy(block, handle)) {
        publish(block, handle, inMemory);
      } else {
        pool.release(handle);
        reject(block, Rejection.WRITE_FAILED);
      }
    } catch (RuntimeException | Error e) {
      reject(block, Rejection.WRITE_FAILED);
      onError.accept(e);
    } finally {
      files.leave(block.file);
      letGo(block);
    }
  }

  /** A source that fails when it is released must not take a writer thread with it. */
  private void letGo(InFlightBlock<S> block) {
    try {
      block.release();
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  /** Counts a block as refused that will not be written. */
  void reject(InFlightBlock<S> block, Rejection reason) {
    inFlight.remove(block);
    rejections.count(reason, block.source());
  }

  private boolean copy(InFlightBlock<S> block, int handle) {
    S source = block.source();
    int length = block.length;
    try {
      slots.describe(
          handle, block.file.id(), block.offset, length, source.attributes(), source.stamp());
      if (!source.isCompressible()) {
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

  /** Makes room for a block of about this size, if there is none, before it is needed. */
  void evictAhead(InFlightBlock<S> block) {
    try {
      allocator.evictAhead(block.length);
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    }
  }

  private void publish(InFlightBlock<S> block, int handle, boolean inMemory) {
    BooleanSupplier wanted = block::decide;
    if (!files.link(block.file, handle)) {
      pool.release(handle);
      reject(block, Rejection.EVICTED_IN_FLIGHT);
      return;
    }
    long key = slots.key(handle);
    int bits = slots.policy().onInsert(key, block.length, inMemory);
    // Pinned at first, so that the slot is still this block's when the questions are asked.
    long visible = Meta.pinned(Meta.visible(slots.meta(handle), bits));
    if (!index.publish(handle, visible, wanted)) {
      slots.policy().onEvict(key, bits, block.length, false);
      files.unlink(block.file, handle);
      pool.release(handle);
      reject(block, Rejection.EVICTED_IN_FLIGHT);
      return;
    }
    try {
      settle(block, handle);
    } finally {
      if (slots.unpin(handle)) {
        pool.release(handle);
      }
    }
  }

  /** The block is visible, with a pin of this thread's. */
  private void settle(InFlightBlock<S> block, int handle) {
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
