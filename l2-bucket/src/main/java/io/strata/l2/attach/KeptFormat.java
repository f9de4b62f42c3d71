package io.strata.l2.attach;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import io.strata.l2.slot.SlotTable;
import java.util.Optional;

/**
 * How a bucket is formatted, as its headers alone tell.
 *
 * @param slotBytes of each slot
 * @param slots how many there are
 * @param headers that there is room for before the slots
 */
record KeptFormat(int slotBytes, int slots, int headers) {
  /**
   * Reads the headers.
   *
   * @return nothing when the bucket was never formatted, or what is there makes no sense
   */
  static Optional<KeptFormat> of(SlotTable slots, int bucket) {
    int first = slots.slotAddress(Handle.of(bucket, 0));
    int headers = first / Header.BYTES;
    if (first % Header.BYTES != 0 || headers < 1 || headers > Handle.MAX_SLOTS) {
      return Optional.empty();
    }
    int second = headers > 1 ? slots.slotAddress(Handle.of(bucket, 1)) : 0;
    // One slot has the rest of the bucket.
    int slotBytes = (second == 0 ? BucketLayout.BUCKET_BYTES : second) - first;
    if (slotBytes < BucketLayout.MIN_SLOT_BYTES || slotBytes % BucketLayout.ALIGNMENT != 0) {
      return Optional.empty();
    }
    int count = second == 0 ? 1 : BucketLayout.slots(slotBytes, headers);
    for (int slot = 1; slot < count; slot++) {
      if (slots.slotAddress(Handle.of(bucket, slot)) != BucketLayout.slotAddress(slot, slotBytes, headers)) {
        return Optional.empty();
      }
    }
    return Optional.of(new KeptFormat(slotBytes, count, headers));
  }
}
