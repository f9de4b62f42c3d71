package io.strata.l2;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.Space;
import java.util.function.IntConsumer;

/** Goes through the slots, to show them. */
final class Walk {
  private final SlotTable slots;
  private final Space space;

  Walk(SlotTable slots, Space space) {
    this.slots = slots;
    this.space = space;
  }

  /** Calls with each slot of the bucket that holds a block, pinned meanwhile. */
  void forEachIn(int bucket, IntConsumer visitor) {
    CutBucket cut = space.bucket(bucket);
    int count = cut == null ? 0 : cut.slotCount();
    for (int slot = 0; slot < count; slot++) {
      int handle = Handle.of(bucket, slot);
      if (slots.pinQuietly(handle)) {
        try {
          visitor.accept(handle);
        } finally {
          if (slots.unpin(handle)) {
            space.release(handle);
          }
        }
      }
    }
  }
}
