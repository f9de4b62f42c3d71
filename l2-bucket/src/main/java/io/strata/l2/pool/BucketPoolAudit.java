package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Checks, while nothing happens and nothing is pinned, that each bucket is in its class, empty or
 * removed, and only one of these; that a bucket's stack holds exactly its free slots; and that
 * every bucket with a free slot can be found.
 */
public final class BucketPoolAudit {
  private final SlotTable slots;
  private final BucketPool pool;
  private final List<String> wrong;

  /**
   * @param wrong collects the findings
   */
  public BucketPoolAudit(SlotTable slots, BucketPool pool, List<String> wrong) {
    this.slots = slots;
    this.pool = pool;
    this.wrong = wrong;
  }

  /** Checks every bucket and every class. */
  public void walk() {
    IdentityHashMap<Bucket, Integer> listed = new IdentityHashMap<>();
    for (SizeClass sizeClass : pool.knownClasses()) {
      List<FormattedBucket> buckets = sizeClass.buckets();
      for (FormattedBucket each : buckets) {
        if (each.sizeClass() != sizeClass || !each.isOpen() || each.bucket.formatted != each) {
          wrong.add(name(each.bucket) + " is not formatted for the class that lists it.");
        }
        listed.merge(each.bucket, 1, Integer::sum);
      }
      walkPartial(sizeClass);
      walkBalance(sizeClass);
    }
    walkSurplus();
    IdentityHashMap<Bucket, Integer> empty = new IdentityHashMap<>();
    pool.empty().forEach(each -> empty.merge(each, 1, Integer::sum));
    if (empty.size() != pool.emptyBuckets()) {
      wrong.add(empty.size() + " buckets are empty, and " + pool.emptyBuckets() + " are counted.");
    }
    int live = 0;
    for (Bucket bucket : pool.allBuckets()) {
      live += bucket.removed ? 0 : 1;
      walk(bucket, listed.getOrDefault(bucket, 0), empty.getOrDefault(bucket, 0));
    }
    if (live != pool.liveBuckets()) {
      wrong.add(live + " buckets are live, and " + pool.liveBuckets() + " are counted.");
    }
    if (pool.drainingBuckets() != 0) {
      wrong.add(pool.drainingBuckets() + " buckets are counted as being drained.");
    }
  }

  private void walk(Bucket bucket, int listed, int empty) {
    FormattedBucket formatted = bucket.formatted;
    if (formatted != null && formatted.isDraining()) {
      wrong.add(name(bucket) + " is being drained and does not become empty.");
    } else if (listed + empty + (bucket.removed ? 1 : 0) != 1) {
      wrong.add(
          name(bucket)
              + " is listed by classes "
              + listed
              + " times, among the empty ones "
              + empty
              + " times, and is "
              + (bucket.removed ? "removed." : "not removed."));
    }
    if (bucket.retiring != bucket.removed) {
      wrong.add(name(bucket) + " was to be removed and was not, or was removed unasked.");
    }
    if (formatted != null && formatted.isOpen()) {
      walkStack(formatted);
    }
  }

  private void walkStack(FormattedBucket formatted) {
    BitSet stacked = new BitSet();
    for (int slot : formatted.stack()) {
      if (slot == Handle.NONE
          || Handle.bucket(slot) != formatted.bucket.index
          || Meta.state(slots.meta(slot)) != Meta.FREE
          || stacked.get(Handle.slot(slot))) {
        wrong.add(
            Handle.name(slot) + " does not belong on the stack of " + name(formatted.bucket) + ".");
        return;
      }
      stacked.set(Handle.slot(slot));
    }
    for (int slot = 0; slot < formatted.slotCount(); slot++) {
      if (Meta.state(slots.meta(formatted.handle(slot))) == Meta.FREE && !stacked.get(slot)) {
        wrong.add(Handle.name(formatted.handle(slot)) + " is free and on no stack.");
      }
    }
  }

  private void walkBalance(SizeClass sizeClass) {
    long free = 0;
    for (FormattedBucket each : sizeClass.buckets()) {
      free += (long) each.freeSlots() * sizeClass.slotBytes();
    }
    if (free != sizeClass.balance().free()) {
      wrong.add(
          "Slots of %d bytes: %d bytes are free, and %d are counted."
              .formatted(sizeClass.slotBytes(), free, sizeClass.balance().free()));
    }
  }

  private void walkSurplus() {
    long surplus = (long) pool.emptyBuckets() * BucketLayout.BUCKET_BYTES;
    for (SizeClass each : pool.knownClasses()) {
      surplus += each.balance().counted();
    }
    if (surplus != pool.total().surplus()) {
      wrong.add(
          "The surplus is %d bytes, and %d are counted."
              .formatted(surplus, pool.total().surplus()));
    }
  }

  private void walkPartial(SizeClass sizeClass) {
    List<FormattedBucket> partial = sizeClass.partial();
    for (FormattedBucket each : partial) {
      if (each.sizeClass() != sizeClass || Collections.frequency(partial, each) > 1) {
        wrong.add(name(each.bucket) + " is in a partial list twice, or in that of another class.");
      }
    }
    for (FormattedBucket each : sizeClass.buckets()) {
      if (each.freeSlots() > 0 && !(each.partial.get() && partial.contains(each))) {
        wrong.add(name(each.bucket) + " has free slots that cannot be found.");
      }
    }
  }

  private static String name(Bucket bucket) {
    return "Bucket " + bucket.index;
  }
}
