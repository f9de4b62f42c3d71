package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Which bucket a class gets when none is empty: one of a class that is no longer in use, else one
 * of the class whose bytes are worth least; and of its buckets the one whose bytes are.
 * Thread-safe; looks only, at a bounded number of slots.
 *
 * <p>Blocks of all classes are ranked by the same policy in the same time, and so it can be said
 * what a class's bytes are worth compared with all ({@link Census}). Memory is where it should be
 * when those of every class are worth about the same; a class gives when its own are worth clearly
 * less than those of the class that asks.
 *
 * <p>That comparison is of means, and blind where many classes hold a little each, or one holds
 * half: when what is read changes, their old blocks would stay for as long as the new ones evict
 * each other. So a class in which nearly all lies idle gives whatever the means say.
 */
final class Donors {
  /**
   * So many times as much. A bucket that changes hands costs its blocks, or others that they are
   * moved to the place of, and so what it brings must be much more: with half as much for clearly
   * less, a cache of few buckets and many sizes hit a sixth less than with no bucket moved at all.
   */
  private static final double CLEARLY_LESS = 0.3;

  /** And so much less at least: what is less may be chance. */
  private static final int NOISE = 40;

  /** A class whose bytes are worth so much less gives several buckets at once. */
  private static final double FAR_LESS = 0.2;

  /** A class that wastes so much more of its bytes than the one that asks gives in any case. */
  private static final double WASTEFUL = 0.4;

  /** The share of a class's memory that must lie idle for it to give in any case. */
  private static final double NEARLY_ALL = 0.9;

  /** How many classes, drawn by their memory, are looked at for that. */
  private static final int CLASSES = 3;

  /** Bytes of one class that are drawn. */
  private static final int SAMPLE = 64;

  /** Buckets looked at to find the worst, and blocks in each. */
  private static final int CANDIDATES = 16;

  private static final int SAMPLE_OF_BUCKET = 128;

  /** A pinned block holds a drain up: its bucket is the last choice, or none at all. */
  private static final long PIN_WEIGHT = 1 << 16;

  private final SlotTable slots;
  private final Space space;
  private final AtomicInteger rotation = new AtomicInteger();

  Donors(SlotTable slots, Space space) {
    this.slots = slots;
    this.space = space;
  }

  /**
   * A class that gives buckets.
   *
   * @param far whether it is so much worse that it may give several at once
   */
  record Donor(SizeClass sizeClass, boolean far) {}

  /** The class, other than this one, that should give a bucket; null when no other has one. */
  @Nullable SizeClass donorFor(SizeClass sizeClass) {
    SizeClass unused = outOfUse(sizeClass);
    if (unused != null) {
      return unused;
    }
    Census census = Census.of(slots, space);
    SizeClass worst = null;
    int least = Integer.MAX_VALUE;
    for (SizeClass other : space.knownClasses()) {
      int worth = census.worthOf(other, Census.MOST);
      if (other != sizeClass && other.hasBuckets() && worth < least) {
        worst = other;
        least = worth;
      }
    }
    return worst;
  }

  /**
   * The class of which it is fair that it gives this one a bucket; null when that is none, or when
   * it is too soon to ask again. One thread at a time.
   */
  @Nullable Donor fairDonorFor(SizeClass sizeClass) {
    SizeClass unused = outOfUse(sizeClass);
    if (unused != null) {
      return new Donor(unused, true);
    }
    if (!sizeClass.hasBuckets()) {
      SizeClass donor = sizeClass.hasEarnedABucket() ? donorFor(sizeClass) : null;
      return donor == null ? null : new Donor(donor, false);
    }
    if (!sizeClass.isTimeToCompare()) {
      return null;
    }
    Donor worse = worseThan(sizeClass);
    sizeClass.noteComparison(worse != null);
    return worse;
  }

  private @Nullable Donor worseThan(SizeClass sizeClass) {
    Census census = Census.of(slots, space);
    SizeClass idle = idle(sizeClass, census);
    if (idle != null) {
      return new Donor(idle, true);
    }
    int own = census.worthOfClass(sizeClass, SAMPLE);
    SizeClass worst = null;
    int least = (int) Math.min(CLEARLY_LESS * own, own - NOISE);
    double mostWaste = census.wasteOf(sizeClass) + WASTEFUL;
    for (SizeClass other : census.classes()) {
      if (other != sizeClass && other.hasBuckets()) {
        int worth = census.worthOf(other, own);
        if (worth < least || census.wasteOf(other) > mostWaste) {
          worst = other;
          least = Math.min(least, worth);
        }
      }
    }
    return worst == null ? null : new Donor(worst, least < FAR_LESS * own);
  }

  private static @Nullable SizeClass idle(SizeClass sizeClass, Census census) {
    for (int i = 0; i < CLASSES; i++) {
      SizeClass other = census.drawClass();
      if (other != null
          && other != sizeClass
          && census.idleShareOf(other, SAMPLE) >= NEARLY_ALL
          && census.idleShareOf(sizeClass, SAMPLE) < NEARLY_ALL) {
        return other;
      }
    }
    return null;
  }

  private @Nullable SizeClass outOfUse(SizeClass sizeClass) {
    for (SizeClass other : space.knownClasses()) {
      if (other != sizeClass && other.hasBuckets() && !space.isInUse(other)) {
        return other;
      }
    }
    return null;
  }

  /**
   * That one of a few of the class's buckets whose blocks should go first.
   *
   * @param pinned whether one with pinned blocks will do where there is no other
   */
  @Nullable CutBucket worstOf(SizeClass donor, boolean pinned) {
    Census census = Census.of(slots, space);
    return worst(List.of(donor), census, pinned ? Long.MAX_VALUE : PIN_WEIGHT);
  }

  /** A bucket, of any class, whose blocks should go before those of this one. */
  @Nullable CutBucket worseThan(CutBucket bucket) {
    Census census = Census.of(slots, space);
    return worst(space.knownClasses(), census, Math.min(PIN_WEIGHT, worthOf(bucket, census)));
  }

  private @Nullable CutBucket worst(Iterable<SizeClass> classes, Census census, long below) {
    CutBucket least = null;
    long leastWorth = below;
    for (SizeClass sizeClass : classes) {
      int count = sizeClass.bucketCount();
      int start = rotation.getAndAdd(CANDIDATES) & Integer.MAX_VALUE >>> 1;
      for (int i = 0; i < Math.min(CANDIDATES, count); i++) {
        CutBucket bucket = sizeClass.bucketAt((start + i) % count);
        long worth = bucket == null ? Long.MAX_VALUE : worthOf(bucket, census);
        if (worth < leastWorth) {
          leastWorth = worth;
          least = bucket;
        }
      }
    }
    return least;
  }

  /** What a bucket's bytes are worth in the mean; more if some of its blocks are pinned. */
  private long worthOf(CutBucket bucket, Census census) {
    long pinned = 0;
    int step = 1 + (bucket.slotCount() - 1) / SAMPLE_OF_BUCKET;
    for (int slot = 0; slot < bucket.slotCount(); slot += step) {
      int handle = bucket.handle(slot);
      int first = slots.firstOf(handle);
      // A block that was evicted is worth nothing, and yet holds a drain up while it is pinned.
      pinned += Meta.pins(slots.meta(first == Handle.NONE ? handle : first));
    }
    return PIN_WEIGHT * pinned + census.worthOf(bucket, SAMPLE_OF_BUCKET);
  }
}
