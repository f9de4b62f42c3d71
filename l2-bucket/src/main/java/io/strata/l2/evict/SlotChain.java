package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import java.util.function.IntUnaryOperator;

/** Allocates the slots of a block that may need several. Thread-safe. */
final class SlotChain {
  private final StoreCore core;

  SlotChain(StoreCore core) {
    this.core = core;
  }

  /**
   * Takes the slots of a block.
   *
   * @param bytes of the block, 1 or more
   * @param slot returns a slot for this number of bytes, or {@link Handle#NONE}
   * @return the first slot, linked to the further ones, which the caller must fill and then publish
   *     or release; or {@link Handle#NONE} if a slot was missing
   */
  int take(int bytes, IntUnaryOperator slot) {
    int largest = core.pool().sizes().largest();
    int first = slot.applyAsInt(Math.min(bytes, largest));
    boolean complete = first == Handle.NONE || bytes <= largest;
    try {
      complete = complete || join(first, bytes, largest, slot);
    } finally {
      if (!complete) {
        core.pool().release(first);
      }
    }
    return complete ? first : Handle.NONE;
  }

  private boolean join(int first, int bytes, int largest, IntUnaryOperator slot) {
    int last = first;
    for (int done = largest; done < bytes; done += largest) {
      int length = Math.min(bytes - done, largest);
      int part = slot.applyAsInt(length);
      if (part == Handle.NONE) {
        return false;
      }
      core.slots().join(part, first, length);
      core.slots().setNextPart(last, part);
      last = part;
    }
    return true;
  }
}
