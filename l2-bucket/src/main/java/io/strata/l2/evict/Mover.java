package io.strata.l2.evict;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.Space;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Moves a block to other slots while it is read. Thread-safe.
 *
 * <p>The mover pins the block, copies it, and makes the copy visible before it takes the original
 * out, so that no look-up misses it. For that moment there are two, with the same bytes. Whoever
 * evicts the block meanwhile may take out either: the copy, and then the original goes next anyway;
 * or the original, and then the mover, which finds it gone, takes out the copy as well. Whoever
 * comes too late to evict the original looks again, and finds the copy. A file that is closed
 * meanwhile has both in its list, or refuses the copy. Readers that pin the original keep it until
 * they let go.
 */
final class Mover {
  /** A block larger than a bucket costs more to move than to read again. */
  private static final int LARGEST = BucketLayout.BUCKET_BYTES;

  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final Space space;
  private final Evictor evictor;
  private final LongAdder moved = new LongAdder();

  Mover(SlotTable slots, HashIndex index, FileTable files, Space space, Evictor evictor) {
    this.slots = slots;
    this.index = index;
    this.files = files;
    this.space = space;
    this.evictor = evictor;
  }

  /** Blocks that were moved. */
  long moved() {
    return moved.sum();
  }

  /**
   * Moves the block that a slot holds.
   *
   * @param allocator where to
   * @return whether the slot's block is not in it any more; if not, it may be evicted
   */
  boolean move(int handle, Allocator allocator) {
    if (!slots.pinQuietly(handle)) {
      return false;
    }
    try {
      FileBlocks file = files.find(slots.fileId(handle));
      return file != null && slots.length(handle) <= LARGEST && move(handle, file, allocator);
    } finally {
      if (slots.unpin(handle)) {
        space.release(handle);
      }
    }
  }

  private boolean move(int from, FileBlocks file, Allocator allocator) {
    long meta = slots.meta(from);
    int length = slots.length(from);
    int to = allocator.allocateFor(length, slots.policy().rank(Meta.mark(meta)));
    if (to == Handle.NONE) {
      return false;
    }
    copy(from, to, length);
    slots.describe(
        to,
        slots.fileId(from),
        slots.offset(from),
        length,
        slots.attributes(from),
        slots.stamp(from));
    if (!files.linkBehind(file, to, from)) {
      space.release(to);
      return false;
    }
    index.link(to);
    // Pinned meanwhile, so that the slot is still this block's when the questions are asked.
    slots.setMeta(to, Meta.pinned(Meta.visible(slots.meta(to), Meta.mark(meta))));
    if (!evictor.vacate(from)) {
      evictor.vacate(to);
    } else if (file.isRetired()) {
      evictor.evict(to, file);
    } else if (space.isDraining(to)) {
      evictor.evictForRoom(to);
    } else {
      moved.increment();
    }
    if (slots.unpin(to)) {
      space.release(to);
    }
    return true;
  }

  private void copy(int from, int to, int length) {
    int largest = space.sizes().largest();
    for (int left = length; left > 0; left -= largest) {
      int here = Math.min(left, largest);
      ByteBuffer target = slots.view(to, here);
      target.put(slots.view(from, here));
      from = slots.nextPart(from);
      to = slots.nextPart(to);
    }
  }
}
