package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket a class gets when none is empty: one of a class that is no longer in use, else of
 * the class under least pressure; and of its buckets the one that is read least. Thread-safe; looks
 * only, at a bounded number of slots.
 *
 * <p>A class's pressure is how many of its slots it had to evict of late, for each slot that it
 * has: the inverse of how long a block lives in it.
 */
final class Donors {
  /** A class must be under so many times the donor's pressure, afterwards, to get its bucket. */
  private static final double CLEARLY_MORE = 1.5;

  /** Blocks looked at to see whether a class is being read. */
  private static final int SAMPLE = 64;

  /** Buckets looked at to find the one that is read least, and blocks in each. */
  private static final int CANDIDATES = 16;

  private static final int SAMPLE_OF_BUCKET = 256;

  /** A pinned block holds a drain up: its bucket is the last choice, or none at all. */
  private static final int PIN_WEIGHT = 1 << 16;

  private final SlotTable slots;
  private final Space space;
  private final AtomicInteger rotation = new AtomicInteger();

  Donors(SlotTable slots, Space space) {
    this.slots = slots;
    this.space = space;
  }

  /** The class, other than this one, that should give a bucket; null when no other has one. */
  @Nullable SizeClass donorFor(SizeClass sizeClass) {
    return byPressure(sizeClass).findFirst().orElse(null);
  }

  /** The first of which it is fair that it gives this one a bucket; null when that is none. */
  @Nullable SizeClass fairDonorFor(SizeClass sizeClass) {
    return byPressure(sizeClass).filter(donor -> isFair(sizeClass, donor)).findFirst().orElse(null);
  }

  /** The other classes that have buckets, those under least pressure first. */
  private Stream<SizeClass> byPressure(SizeClass sizeClass) {
    // Read once: it changes meanwhile, and an order needs it to stay.
    Map<SizeClass, Double> pressures = new HashMap<>();
    for (SizeClass other : space.knownClasses()) {
      if (other != sizeClass && other.hasBuckets()) {
        pressures.put(other, space.isInUse(other) ? other.pressure(-1) : -1);
      }
    }
    return pressures.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /**
   * Whether the class should get a bucket of the donor: if the donor is out of use; if the class
   * would still be under clearly more pressure when it had the bucket; or if it has none, and as a
   * guest of others has earned one.
   */
  private boolean isFair(SizeClass sizeClass, SizeClass donor) {
    if (!space.isInUse(donor)) {
      return true;
    }
    return sizeClass.hasBuckets()
        ? isUnderClearlyMore(sizeClass, donor) && !isBeingRead(donor)
        : sizeClass.hasEarnedABucket();
  }

  /** Whether a class would be under clearly more pressure than another that gave it a bucket. */
  static boolean isUnderClearlyMore(SizeClass sizeClass, SizeClass donor) {
    return sizeClass != donor && sizeClass.pressure(1) > CLEARLY_MORE * donor.pressure(-1);
  }

  private boolean isBeingRead(SizeClass sizeClass) {
    CutBucket[] buckets = sizeClass.buckets();
    int start = next(SAMPLE);
    int read = 0;
    int visible = 0;
    for (int i = 0; i < SAMPLE && buckets.length > 0; i++) {
      CutBucket bucket = buckets[(start + i) % buckets.length];
      long meta = slots.meta(bucket.handle((start + i * 7) % bucket.slotCount()));
      if (Meta.isVisible(meta)) {
        visible++;
        read += Meta.frequency(meta) > 0 ? 1 : 0;
      }
    }
    return visible > 0 && read * 2 > visible;
  }

  /**
   * That one of a few of the class's buckets which is read least.
   *
   * @param pinned whether one with pinned blocks will do where there is no other
   */
  @Nullable CutBucket leastRead(SizeClass donor, boolean pinned) {
    return leastRead(donor, pinned ? Long.MAX_VALUE : PIN_WEIGHT);
  }

  /** A bucket, of any class, that is read less than this one, as far as a few of each show. */
  @Nullable CutBucket readLessThan(CutBucket bucket) {
    CutBucket least = null;
    long leastReads = Math.min(PIN_WEIGHT, readsOf(bucket));
    for (SizeClass sizeClass : space.knownClasses()) {
      CutBucket other = leastRead(sizeClass, leastReads);
      if (other != null) {
        least = other;
        leastReads = readsOf(other);
      }
    }
    return least;
  }

  private @Nullable CutBucket leastRead(SizeClass donor, long below) {
    CutBucket[] buckets = donor.buckets();
    CutBucket least = null;
    long leastReads = below;
    int start = next(CANDIDATES);
    for (int i = 0; i < Math.min(CANDIDATES, buckets.length); i++) {
      CutBucket bucket = buckets[(start + i) % buckets.length];
      long reads = readsOf(bucket);
      if (reads < leastReads) {
        leastReads = reads;
        least = bucket;
      }
    }
    return least;
  }

  /** Reads and pins of a bucket's blocks; of those of a sample where there are many. */
  private long readsOf(CutBucket bucket) {
    int step = 1 + (bucket.slotCount() - 1) / SAMPLE_OF_BUCKET;
    long reads = 0;
    for (int slot = 0; slot < bucket.slotCount(); slot += step) {
      int handle = bucket.handle(slot);
      int first = slots.firstOf(handle);
      long meta = slots.meta(first == Handle.NONE ? handle : first);
      // A block that was evicted is worth nothing, and yet holds a drain up while it is pinned.
      reads += (long) PIN_WEIGHT * Meta.pins(meta);
      reads += Meta.isVisible(meta) ? Meta.frequency(meta) : 0;
    }
    return reads;
  }

  private int next(int step) {
    return rotation.getAndAdd(step) & Integer.MAX_VALUE >>> 1;
  }
}
