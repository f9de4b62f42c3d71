package io.strata.l2.evict;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.slot.SlotTable;

/**
 * The components that all parts of a store share. Each of them is thread-safe.
 *
 * @param slots the slots' headers and memory
 * @param index from a key to its block
 * @param files the blocks of each file
 * @param pool the free slots
 * @param evictor evicts blocks
 */
public record StoreCore(
    SlotTable slots, HashIndex index, FileTable files, BucketPool pool, Evictor evictor) {

  /** Releases a pin, and frees the slot if it was the last of an evicted block. */
  public void unpin(int handle) {
    if (slots.unpin(handle)) {
      pool.release(handle);
    }
  }

  /**
   * Returns the first slot of the block that a slot holds, or holds a part of; {@link Handle#NONE}
   * if there is none.
   */
  int holder(int slot) {
    return Sample.holder(slots, slot);
  }
}
