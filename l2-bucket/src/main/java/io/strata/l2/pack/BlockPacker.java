package io.strata.l2.pack;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.SizeLearner;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Packs one block: into a smaller slot, or for the lower tier to which it goes. One thread packs;
 * any thread reads the counters.
 */
final class BlockPacker {
  /** A file of which so many blocks in a row did not become smaller is hardly tried any more. */
  private static final int MAX_IN_VAIN = 8;

  private static final int BLOCKS_FOR_A_TRY = 64;

  /** A packed block takes at most so much of the raw one's slot, or stays raw. */
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
  private int tries;

  BlockPacker(StoreCore core, Allocator allocator, SizeLearner learner, PackCosts costs) {
    this.core = core;
    this.slots = core.slots();
    this.allocator = allocator;
    this.learner = learner;
    this.costs = costs;
  }

  /** Returns how many blocks were packed into smaller slots. */
  long packed() {
    return packed.sum();
  }

  /** Returns how many blocks went to the lower tier packed here. */
  long spilled() {
    return spilled.sum();
  }

  /** Returns how many blocks did not become smaller. */
  long incompressible() {
    return incompressible.sum();
  }

  /** Packs the block of a slot into a smaller one; leaves it an ordinary raw block otherwise. */
  void pack(int handle, BlockCompressor by) {
    if (!slots.pinQuietly(handle)) {
      leaveRaw(handle);
      return;
    }
    boolean done = false;
    try {
      FileBlocks file = victimsFile(handle);
      ByteBuffer bytes = file == null ? null : compressed(handle, file, by);
      done = file != null && bytes != null && replace(handle, file, bytes);
    } finally {
      if (!done) {
        leaveRaw(handle);
      }
      core.unpin(handle);
    }
  }

  /** Evicts the block of a slot, which reaches the lower tier packed if it wants it. */
  void spill(int handle, BlockCompressor by) {
    if (!slots.pinQuietly(handle)) {
      leaveRaw(handle);
      return;
    }
    try {
      FileBlocks file = victimsFile(handle);
      if (file != null) {
        boolean wanted = core.evictor().wouldSpill(handle, file);
        ByteBuffer bytes = wanted ? compressed(handle, file, by) : null;
        if (Meta.isVictim(slots.meta(handle))) {
          core.evictor().evictForCapacity(handle, bytes);
          spilled.add(bytes == null ? 0 : 1);
        }
      }
    } finally {
      leaveRaw(handle);
      core.unpin(handle);
    }
  }

  /** Makes a block that was chosen an ordinary one again. */
  void leaveRaw(int handle) {
    long meta = slots.meta(handle);
    while (Meta.isVictim(meta)
        && !slots.compareAndSetMeta(handle, meta, Meta.withPolicyBits(meta, Meta.policyBits(meta)))) {
      meta = slots.meta(handle);
    }
  }

  /** The file of a victim, which the caller pins; null when a read has spared it meanwhile. */
  private @Nullable FileBlocks victimsFile(int handle) {
    return Meta.isVictim(slots.meta(handle)) ? core.files().find(slots.fileId(handle)) : null;
  }

  /** The packed block, until the next one is packed; null when it is not small enough. */
  private @Nullable ByteBuffer compressed(int handle, FileBlocks file, BlockCompressor by) {
    int length = slots.length(handle);
    // The slot may have come to hold another block since it was queued.
    if (length > SizeClasses.LARGEST_LEARNT || !slots.mayBePacked(handle)) {
      return null;
    }
    if (slots.nextPart(handle) != Handle.NONE) {
      // The configured slots are so small. It must not be chosen to be packed again.
      slots.setIncompressible(handle);
      return null;
    }
    if (isHopeless(handle, file)) {
      return null;
    }
    ByteBuffer to = scratch(Compressors.maxPackedBytes(by, length));
    long begun = System.nanoTime();
    int bytes = Compressors.pack(by, slots.view(handle, length), to);
    // The slot may be much larger than the block.
    boolean shrinks = bytes < length && bytes <= mostSlotBytes(handle);
    costs.notePacked(System.nanoTime() - begun, length, shrinks ? length - bytes : 0);
    file.notePacked(shrinks);
    if (!shrinks) {
      slots.setIncompressible(handle);
      incompressible.increment();
      return null;
    }
    return to.flip();
  }

  /** Of a file whose blocks do not become smaller, one of some is tried. */
  private boolean isHopeless(int handle, FileBlocks file) {
    boolean hopeless = file.incompressible() >= MAX_IN_VAIN && ++tries % BLOCKS_FOR_A_TRY != 0;
    if (hopeless) {
      slots.setIncompressible(handle);
    }
    return hopeless;
  }

  private int slotBytes(int handle) {
    return core.pool().bucketOf(handle).sizeClass().slotBytes();
  }

  private int mostSlotBytes(int handle) {
    return (int) (slotBytes(handle) * MAX_SHARE);
  }

  private boolean replace(int handle, FileBlocks file, ByteBuffer bytes) {
    int length = bytes.remaining();
    learner.record(length);
    int to = allocator.allocate(length);
    // In a slot that is hardly smaller nothing is won. The class is short of memory, and knows.
    boolean smaller = to != Handle.NONE && slotBytes(to) <= mostSlotBytes(handle);
    boolean inPlace = false;
    try {
      if (smaller) {
        slots.view(to, length).put(bytes);
        slots.describeAs(to, handle, length, true);
        int bits = Meta.policyBits(slots.meta(handle));
        long visible = Meta.pinned(Meta.visible(slots.meta(to), bits));
        inPlace = core.evictor().replace(handle, file, to, visible);
      }
    } finally {
      if (!inPlace && to != Handle.NONE) {
        core.pool().release(to);
      }
    }
    if (inPlace) {
      settle(to);
    } else if (!smaller && Meta.isVictim(slots.meta(handle))) {
      // Memory is wanted, and this block was to give some. Left raw, it would be chosen again,
      // since
      // the search for its slot has victims chosen too.
      core.evictor().evictForCapacity(handle, bytes);
    }
    return inPlace;
  }

  /** The bucket may have been wanted since the slot was allocated: its drain met no block there. */
  private void settle(int to) {
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
