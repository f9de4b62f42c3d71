package io.strata.l2.space;

import io.strata.l2.slot.SlotTable;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What one size class has: its buckets, its free slots, its clock hand. Thread-safe. */
final class ClassSpace {
  /** Slots in a bucket of this class that never had more headers than slots. */
  final int slotsPerBucket;

  final FreeStack free;

  /** Positions that the clock hand has passed. */
  final AtomicLong hand = new AtomicLong();

  /** Slots that this class had to evict of late, for want of free ones. */
  final AtomicLong pressure = new AtomicLong();

  private final AtomicReference<int[]> buckets = new AtomicReference<>(new int[0]);

  ClassSpace(SlotTable slots, int slotsPerBucket) {
    this.slotsPerBucket = slotsPerBucket;
    this.free = new FreeStack(slots);
  }

  /** The buckets of this class; not to be changed. */
  int[] buckets() {
    return Objects.requireNonNull(buckets.get());
  }

  void add(int bucket) {
    buckets.updateAndGet(
        old -> {
          int[] more = Arrays.copyOf(old, old.length + 1);
          more[old.length] = bucket;
          return more;
        });
  }

  void remove(int bucket) {
    buckets.updateAndGet(old -> Arrays.stream(old).filter(each -> each != bucket).toArray());
  }
}
