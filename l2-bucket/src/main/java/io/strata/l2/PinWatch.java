package io.strata.l2;

import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.util.HashMap;
import java.util.Map;

/**
 * Records which blocks were pinned at the last scan, and since which scan. Readers never record a
 * time: a scan reads the slots' meta words and compares them with those of the scan before.
 * Thread-safe.
 */
final class PinWatch {
  private final SlotTable slots;
  private final BucketPool pool;

  /** The first of the consecutive scans that found a block pinned, by slot and generation. */
  private Map<Long, Long> since = new HashMap<>();

  PinWatch(SlotTable slots, BucketPool pool) {
    this.slots = slots;
    this.pool = pool;
  }

  /** Scans all slots, at this time. */
  synchronized PinStatistics look(long nanos) {
    Look look = new Look(nanos);
    for (int number = 0; number < pool.buckets(); number++) {
      FormattedBucket bucket = pool.bucket(number);
      if (bucket != null) {
        look.through(bucket);
      }
    }
    since = look.seen;
    return new PinStatistics(look.pins, look.seen.size(), look.evicted, look.oldest);
  }

  private final class Look {
    private final long nanos;
    private final Map<Long, Long> seen = new HashMap<>();
    private long pins;
    private int evicted;
    private long oldest;

    Look(long nanos) {
      this.nanos = nanos;
    }

    void through(FormattedBucket bucket) {
      for (int slot = 0; slot < bucket.slotCount(); slot++) {
        int handle = bucket.handle(slot);
        long meta = slots.meta(handle);
        if (Meta.pins(meta) > 0) {
          long block = (long) Meta.generation(meta) << Integer.SIZE | handle;
          long begin = since.getOrDefault(block, nanos);
          seen.put(block, begin);
          pins += Meta.pins(meta);
          evicted += Meta.state(meta) == Meta.DOOMED ? 1 : 0;
          oldest = Math.max(oldest, nanos - begin);
        }
      }
    }
  }
}
