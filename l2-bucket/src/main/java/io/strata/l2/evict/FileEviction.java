package io.strata.l2.evict;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.slot.SlotTable;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Evicts the blocks of a file whose offsets satisfy a predicate, in steps of a bounded number of
 * blocks. For one thread at a time.
 */
public final class FileEviction {
  private final SlotTable slots;
  private final Evictor evictor;
  private final FileBlocks file;
  private final LongPredicate offsets;

  /** The walk over the file; null before it begins, and at its end. */
  private FileBlocks.@Nullable Walk walk;

  /** Whether a block was visible to the walk and then could not be evicted. */
  private boolean missed;

  private int evicted;

  FileEviction(SlotTable slots, Evictor evictor, FileBlocks file, LongPredicate offsets) {
    this.slots = slots;
    this.evictor = evictor;
    this.file = file;
    this.offsets = offsets;
  }

  /** Evicts some blocks; returns whether there may be more. */
  public boolean step() {
    FileBlocks.Walk current = walk == null ? begin() : walk;
    boolean more = false;
    try {
      int[] some = current.next();
      for (int handle : some) {
        evict(handle);
      }
      more = some.length > 0;
    } finally {
      walk = more ? current : null;
      if (!more) {
        current.close();
      }
    }
    return more || missed;
  }

  private FileBlocks.Walk begin() {
    missed = false;
    return file.walk(slots, offsets);
  }

  private void evict(int handle) {
    long offset = slots.offset(handle);
    if (offsets.test(offset) && evictor.evict(handle, file, offset)) {
      evicted++;
    } else {
      // The block may have been moved behind the walk.
      missed = true;
    }
  }

  /** Returns the number of evicted blocks. */
  public int evicted() {
    return evicted;
  }
}
