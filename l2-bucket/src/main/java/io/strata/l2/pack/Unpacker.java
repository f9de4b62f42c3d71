package io.strata.l2.pack;

import io.strata.l2.compress.Compressors;
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
 * A packed block is unpacked into a slot of its raw size, which the store's free slots and
 * evictions provide as for a block that is inserted. So there is no pool of buffers beside the
 * store, and its memory stays within its bound. What becomes of the slot depends on the block:
 *
 * <ul>
 *   <li><b>promoted</b>: one that is expected again sooner than blocks are packed takes the packed
 *       block's place, as a moved block does ({@link io.strata.l2.evict.Evictor#replace}).
 *   <li><b>transient</b>: any other is in no chain and no file. Its slot goes from FILLING to
 *       DOOMED with the reader's pin, as if it had been evicted while it was read: the reader's
 *       release frees it.
 * </ul>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * The reader pins the packed block until the raw bytes stand in the other slot, which no thread but
 * the reader knows. It becomes visible under the chain's lock (promoted), or never (transient).
 *
 * <h2>Costs</h2>
 *
 * A slot, the decompression, one line of the header; for a promotion, the locks of one chain and
 * one file. No heap.
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
   * @param onError told of blocks that cannot be unpacked
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

  /** Returns how many reads found a packed block. */
  public long unpacked() {
    return unpacked.sum();
  }

  /** Returns how many of these made the block raw. */
  public long promoted() {
    return promoted.sum();
  }

  /**
   * Unpacks a block for a reader.
   *
   * @param packed a slot with a packed block, and a pin of the caller's, which is given back
   * @param read whether the look-up was a read, by which the block may earn a raw slot
   * @return the slot of the raw block, with a pin of the caller's; or {@link Handle#NONE} when no
   *     slot was had, or the block is damaged, and then evicted
   */
  public int unpack(int packed, boolean read) {
    int raw = Handle.NONE;
    try {
      raw = unpacked(packed);
      if (raw != Handle.NONE) {
        unpacked.increment();
        if (!read || !promote(packed, raw)) {
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
   * @return a transient slot of the raw block, with a pin of the caller's; or {@link Handle#NONE}
   *     when none was had
   * @throws IllegalArgumentException when it is damaged
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

  private void evict(int packed) {
    FileBlocks file = core.files().find(slots.fileId(packed));
    if (file != null) {
      core.evictor().evict(packed, file);
    }
  }

  /** Puts a raw block in the place of the packed one, if it is expected again soon. */
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
      // Its bucket was wanted since the slot was allocated: its drain met no block there.
      core.evictor().evictForCapacity(raw);
    }
    return true;
  }
}
