package io.strata.l2.evict;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.BucketPool;

/**
 * What every part of a store works on. Thread-safe, as each of its components is.
 *
 * @param slots the slots' headers and memory
 * @param index where the block of a key is
 * @param files which blocks a file has
 * @param pool which slots are free
 * @param evictor takes blocks out of these
 */
public record StoreCore(
    SlotTable slots, HashIndex index, FileTable files, BucketPool pool, Evictor evictor) {

  /** Gives back a pin, and frees the slot if it was the last of an evicted block. */
  public void unpin(int handle) {
    if (slots.unpin(handle)) {
      pool.release(handle);
    }
  }

  /**
   * The slot that stands for the block that a slot holds, or holds a part of; {@link Handle#NONE}
   * where there is none.
   */
  int holder(int slot) {
    return Sample.holder(slots, slot);
  }
}
