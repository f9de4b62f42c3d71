package io.strata.readpath.web;

import io.strata.l2.BucketStatistics;
import io.strata.l2.Inspection;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The data of the bucket map, and of the slots of one bucket. */
final class BucketData {
  private final OffHeapBlockCache cache;
  private final Inspection inspection;

  BucketData(WebSource source) {
    this.cache = source.offHeap();
    this.inspection = cache.inspection();
  }

  /** Returns for each bucket: slot size (0 if empty), slots, free slots, 1 if it is retiring. */
  Map<String, Object> all() {
    List<Object> rows = new ArrayList<>();
    for (int number = 0; number < inspection.buckets(); number++) {
      BucketStatistics each = inspection.bucket(number);
      rows.add(
          List.of(each.slotBytes(), each.slots(), each.freeSlots(), each.isDraining() ? 1 : 0));
    }
    return Json.object("buckets", rows);
  }

  /**
   * Returns the blocks in a bucket.
   *
   * @throws IllegalArgumentException if there is no bucket of that number
   */
  Map<String, Object> one(int number) {
    if (number < 0 || number >= inspection.buckets()) {
      throw new IllegalArgumentException(
          "number=%d: there is no such bucket. Set a number from 0 to %d."
              .formatted(number, inspection.buckets() - 1));
    }
    BucketStatistics bucket = inspection.bucket(number);
    List<Object> blocks = new ArrayList<>();
    inspection.forEachIn(
        number,
        (file, offset, length, attributes, stamp, inMemory, pins) ->
            blocks.add(
                Json.object(
                    "file", file,
                    "offset", offset,
                    "bytes", length,
                    "kind", OffHeapBlockCache.kindOf(attributes).title(),
                    "inMemory", inMemory,
                    "pins", pins)));
    return Json.object(
        "number", number,
        "slot", bucket.slotBytes(),
        "slots", bucket.slots(),
        "free", bucket.freeSlots(),
        "draining", bucket.isDraining(),
        "blocks", blocks);
  }
}
