package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import java.util.function.IntUnaryOperator;

/** The slots of a block that may be larger than one. Thread-safe. */
final class SlotChain {
  private final StoreCore core;

  SlotChain(StoreCore core) {
    this.core = core;
  }

  /**
   * Takes the slots of a block.
   *
   * @param bytes of the block, 1 or more
   * @param slot finds one for so many bytes, or {@link Handle#NONE}
   * @return the first slot, linked to the further ones, which is the caller's to fill and then to
   *     publish or release; or {@link Handle#NONE} when one was not had
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
