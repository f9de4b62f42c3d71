package io.strata.l2.pack;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import io.strata.l2.compress.FilePacker;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Packs one block: into a smaller slot, or for the lower tier to which it is evicted. One thread
 * packs; any thread may read the counters.
 */
final class BlockPacker {
  /** Maximum size of a packed block, as a share of the raw block's slot; others stay raw. */
  private static final double MAX_SHARE = 0.875;

  private final StoreCore core;
  private final SlotTable slots;
  private final Allocator allocator;
  private final SizeLearner learner;
  private final PackCosts costs;
  private final LongAdder packed = new LongAdder();
  private final LongAdder spilled = new LongAdder();
  private final LongAdder incompressible = new LongAdder();
  private @Nullable ByteBuffer scratch;

  BlockPacker(StoreCore core, Allocator allocator, SizeLearner learner, PackCosts costs) {
    this.core = core;
    this.slots = core.slots();
    this.allocator = allocator;
    this.learner = learner;
    this.costs = costs;
  }

  /** Returns the number of blocks packed into smaller slots. */
  long packed() {
    return packed.sum();
  }

  /** Returns the number of blocks packed for the lower tier. */
  long spilled() {
    return spilled.sum();
  }

  /** Returns the number of incompressible blocks. */
  long incompressible() {
    return incompressible.sum();
  }

  /** Packs a block into a smaller slot; if that is not possible, it becomes an ordinary block. */
  void pack(int handle, BlockCompressor by, FilePacker byFile) {
    if (!slots.pinQuietly(handle)) {
      unselect(handle);
      return;
    }
    boolean done = false;
    try {
      FileBlocks file = fileOfVictim(handle);
      ByteBuffer bytes = file == null ? null : compressed(handle, file, by, byFile);
      done = file != null && bytes != null && replace(handle, file, bytes);
    } finally {
      if (!done) {
        unselect(handle);
      }
      core.unpin(handle);
    }
  }

  /** Evicts a block, and passes it packed to the lower tier, if that accepts it. */
  void spill(int handle, BlockCompressor by, FilePacker byFile) {
    if (!slots.pinQuietly(handle)) {
      unselect(handle);
      return;
    }
    try {
      FileBlocks file = fileOfVictim(handle);
      if (file != null) {
        boolean accepted = core.evictor().wouldSpill(handle, file);
        ByteBuffer bytes = accepted ? compressed(handle, file, by, byFile) : null;
        if (Meta.isVictim(slots.meta(handle))) {
          core.evictor().evictForCapacity(handle, bytes);
          spilled.add(bytes == null ? 0 : 1);
        }
      }
    } finally {
      unselect(handle);
      core.unpin(handle);
    }
  }

  /** Turns a block selected as a victim into an ordinary block again. */
  void unselect(int handle) {
    long meta = slots.meta(handle);
    while (Meta.isVictim(meta)
        && !slots.compareAndSetMeta(
            handle, meta, Meta.withPolicyBits(meta, Meta.policyBits(meta)))) {
      meta = slots.meta(handle);
    }
  }

  /** Returns the file of a pinned victim; null if a read has unselected the block meanwhile. */
  private @Nullable FileBlocks fileOfVictim(int handle) {
    return Meta.isVictim(slots.meta(handle)) ? core.files().find(slots.fileId(handle)) : null;
  }

  /** Returns the packed block, valid until the next call; null if it is not small enough. */
  private @Nullable ByteBuffer compressed(
      int handle, FileBlocks file, BlockCompressor by, FilePacker byFile) {
    int length = slots.length(handle);
    // The slot may hold another block than when it was queued.
    if (length > SizeClasses.LARGEST_LEARNT || !slots.mayBePacked(handle)) {
      return null;
    }
    if (slots.nextPart(handle) != Handle.NONE) {
      // With small configured slots. The block must not be selected for packing again.
      slots.setIncompressible(handle);
      return null;
    }
    if (file.isIncompressible(slots.offset(handle))) {
      // Written before that was known.
      slots.setIncompressible(handle);
      return null;
    }
    ByteBuffer to = scratch(Compressors.maxPackedBytes(by, length));
    long begun = System.nanoTime();
    int bytes = byFile.pack(file.name(), by, slots.view(handle, length), to);
    // Compared with the slot, too, which may be much larger than the block.
    boolean shrinks = bytes < length && bytes <= maxSlotBytes(handle);
    costs.notePacked(System.nanoTime() - begun, length, shrinks ? length - bytes : 0);
    file.notePacked(shrinks);
    if (!shrinks) {
      slots.setIncompressible(handle);
      incompressible.increment();
      return null;
    }
    return to.flip();
  }

  private int slotBytes(int handle) {
    return core.pool().bucketOf(handle).sizeClass().slotBytes();
  }

  private int maxSlotBytes(int handle) {
    return (int) (slotBytes(handle) * MAX_SHARE);
  }

  private boolean replace(int handle, FileBlocks file, ByteBuffer bytes) {
    int length = bytes.remaining();
    learner.record(length);
    int to = allocator.allocateSmaller(length, maxSlotBytes(handle));
    boolean replaced = false;
    try {
      if (to != Handle.NONE) {
        slots.view(to, length).put(bytes);
        slots.describeAs(to, handle, length, true);
        int bits = Meta.policyBits(slots.meta(handle));
        long visible = Meta.pinned(Meta.visible(slots.meta(to), bits));
        replaced = core.evictor().replace(handle, file, to, visible);
      }
    } finally {
      if (!replaced && to != Handle.NONE) {
        core.pool().release(to);
      }
    }
    if (replaced) {
      recheck(to);
    } else if (to == Handle.NONE && Meta.isVictim(slots.meta(handle))) {
      // The block was selected because memory is needed. If it stayed raw, it would be selected
      // again.
      core.evictor().evictForCapacity(handle, bytes);
    }
    return replaced;
  }

  /** Evicts the block if its bucket began to drain after the slot was allocated. */
  private void recheck(int to) {
    try {
      packed.increment();
      if (core.pool().isDraining(to)) {
        core.evictor().evictForCapacity(to);
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
}
