package io.strata.l2.attach;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import java.util.Optional;

/**
 * The format of a bucket, derived from its headers alone.
 *
 * @param slotBytes of each slot
 * @param slots how many slots
 * @param headers for which there is memory in front of the slots
 */
record KeptFormat(int slotBytes, int slots, int headers) {
  /**
   * Reads the headers.
   *
   * @param into receives a copy of them
   * @return empty if the bucket was never formatted, or its headers are inconsistent
   */
  static Optional<KeptFormat> of(int bucket, BucketHeaders into) {
    into.read(bucket, 1);
    int first = into.address(0);
    int headers = first / Header.BYTES;
    if (first % Header.BYTES != 0 || headers < 1 || headers > Handle.MAX_SLOTS) {
      return Optional.empty();
    }
    into.read(bucket, headers);
    int second = headers > 1 ? into.address(1) : 0;
    // A single slot takes the rest of the bucket.
    int slotBytes = (second == 0 ? BucketLayout.BUCKET_BYTES : second) - first;
    if (slotBytes < BucketLayout.MIN_SLOT_BYTES || slotBytes % BucketLayout.ALIGNMENT != 0) {
      return Optional.empty();
    }
    int count = second == 0 ? 1 : BucketLayout.slots(slotBytes, headers);
    for (int slot = 1; slot < count; slot++) {
      if (into.address(slot) != BucketLayout.slotAddress(slot, slotBytes, headers)) {
        return Optional.empty();
      }
    }
    return Optional.of(new KeptFormat(slotBytes, count, headers));
  }
}
