package io.strata.l2.pack;

import io.strata.l2.compress.Compressors;
import io.strata.l2.compress.UnknownDictionaryException;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Unpacks blocks that are read. Thread-safe, and never waits.
 *
 * <h2>Overview</h2>
 *
 * A packed block is unpacked into a slot of its raw size, which is allocated as for an inserted
 * block. So there is no buffer pool beside the store, and the store's memory stays within its
 * bound. The further use of the slot depends on the block:
 *
 * <ul>
 *   <li><b>promoted</b>: a block expected to be read again sooner than packed blocks in the mean.
 *       Its raw slot replaces the packed one, as for a moved block ({@link
 *       io.strata.l2.evict.Evictor#replace}).
 *   <li><b>transient</b>: any other block. Its raw slot is in no chain and no file; it goes from
 *       FILLING to DOOMED with the reader's pin, as if it had been evicted during the read, and the
 *       reader's release frees it.
 * </ul>
 *
 * <h2>Costs</h2>
 *
 * A slot, the decompression, one cache line of the header; for a promotion, the locks of one chain
 * and one file. No heap allocation.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The reader keeps the packed block pinned until the raw bytes are in the other slot, which no
 * other thread knows. That slot becomes visible under the chain's lock (promoted), or never
 * (transient).
 */
public final class Unpacker {
  private final StoreCore core;
  private final SlotTable slots;
  private final Allocator allocator;
  private final Compressors compressors;
  private final Packer packer;
  private final PackCosts costs;
  private final Consumer<Throwable> onError;
  private final LongAdder unpacked = new LongAdder();
  private final LongAdder promoted = new LongAdder();

  /**
   * @param onError receives the errors of blocks that cannot be unpacked
   */
  public Unpacker(
      StoreCore core,
      Allocator allocator,
      Compressors compressors,
      Packer packer,
      Consumer<Throwable> onError) {
    this.core = core;
    this.slots = core.slots();
    this.allocator = allocator;
    this.compressors = compressors;
    this.packer = packer;
    this.costs = packer.costs();
    this.onError = onError;
  }

  /** Returns the number of reads that found a packed block. */
  public long unpacked() {
    return unpacked.sum();
  }

  /** Returns the number of these reads that stored the block raw again. */
  public long promoted() {
    return promoted.sum();
  }

  /**
   * Unpacks a block for a reader.
   *
   * @param packed the slot of a packed block, pinned by the caller; this releases the pin
   * @param access whether the look-up is an access to the policy, so that the block may be promoted
   * @return the slot of the raw block, pinned for the caller; or {@link Handle#NONE} if no slot was
   *     available, or the block is damaged, in which case it is evicted
   */
  public int unpack(int packed, boolean access) {
    int raw = Handle.NONE;
    try {
      raw = unpacked(packed);
      if (raw != Handle.NONE) {
        unpacked.increment();
        if (!access || !promote(packed, raw)) {
          slots.setMeta(raw, Meta.doomed(Meta.visible(slots.meta(raw), 0)));
        }
      }
    } finally {
      core.unpin(packed);
    }
    return raw;
  }

  private int unpacked(int packed) {
    ByteBuffer from = slots.view(packed, slots.length(packed));
    int bytes = Compressors.rawBytes(from);
    int raw = allocator.allocate(bytes);
    if (raw == Handle.NONE) {
      return raw;
    }
    boolean done = false;
    try {
      long begun = System.nanoTime();
      compressors.unpack(from, slots.view(raw, bytes));
      costs.noteUnpacked(System.nanoTime() - begun, bytes);
      slots.describeAs(raw, packed, bytes, false);
      done = true;
    } catch (UnknownDictionaryException e) {
      evict(packed);
    } catch (IllegalArgumentException e) {
      onError.accept(e);
      evict(packed);
    } finally {
      if (!done) {
        core.pool().release(raw);
      }
    }
    return done ? raw : Handle.NONE;
  }

  /**
   * Unpacks a block that is in no slot.
   *
   * @param packed direct, between position and limit
   * @return a transient slot with the raw block, pinned for the caller; or {@link Handle#NONE} if
   *     no slot was available
   * @throws IllegalArgumentException if the block is damaged, or its dictionary is unknown
   */
  public int unpackAlone(ByteBuffer packed) {
    int bytes = Compressors.rawBytes(packed);
    int raw = bytes > core.pool().sizes().largest() ? Handle.NONE : allocator.allocate(bytes);
    if (raw == Handle.NONE) {
      return raw;
    }
    boolean done = false;
    try {
      compressors.unpack(packed, slots.view(raw, bytes));
      slots.describe(raw, 0, 0, bytes, 0, 0);
      slots.setMeta(raw, Meta.doomed(Meta.visible(slots.meta(raw), 0)));
      done = true;
    } finally {
      if (!done) {
        core.pool().release(raw);
      }
    }
    return raw;
  }

  /** Evicts the block in a slot, and its copy if the block is moved meanwhile. */
  private void evict(int packed) {
    FileBlocks file = core.files().find(slots.fileId(packed));
    if (file != null) {
      core.evictor().evict(file, slots.offset(packed));
    }
  }

  /** Replaces the packed block by the raw one, if it is expected to be read again soon. */
  private boolean promote(int packed, int raw) {
    int bits = Meta.policyBits(slots.meta(packed));
    FileBlocks file = core.files().find(slots.fileId(packed));
    if (file == null || !packer.isWorthUnpacking(bits)) {
      return false;
    }
    long visible = Meta.pinned(Meta.visible(slots.meta(raw), bits));
    if (!core.evictor().replace(packed, file, raw, visible)) {
      return false;
    }
    promoted.increment();
    if (core.pool().isDraining(raw)) {
      // The bucket began to drain after the slot was allocated; the drain did not see this block.
      core.evictor().evictForCapacity(raw);
    }
    return true;
  }
}
