package io.strata.l2.space;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Proves, while nothing happens and nothing is pinned, that each bucket is in exactly one place (in
 * the list of its class, among the empty ones, or gone), that a bucket's stack holds exactly its
 * free slots, and that whoever looks for one finds it.
 */
public final class SpaceAudit {
  private final SlotTable slots;
  private final Space space;
  private final List<String> wrong;

  /**
   * @param wrong where to say what is wrong
   */
  public SpaceAudit(SlotTable slots, Space space, List<String> wrong) {
    this.slots = slots;
    this.space = space;
    this.wrong = wrong;
  }

  /** Walks every bucket and every class. */
  public void walk() {
    IdentityHashMap<Bucket, Integer> listed = new IdentityHashMap<>();
    for (SizeClass sizeClass : space.knownClasses()) {
      List<CutBucket> buckets = sizeClass.buckets();
      for (CutBucket each : buckets) {
        if (each.sizeClass() != sizeClass || !each.isOpen() || each.bucket.cut != each) {
          wrong.add(name(each.bucket) + " is not cut for the class that lists it.");
        }
        listed.merge(each.bucket, 1, Integer::sum);
      }
      walkRoomy(sizeClass);
      walkBalance(sizeClass);
    }
    walkSurplus();
    IdentityHashMap<Bucket, Integer> empty = new IdentityHashMap<>();
    space.empty().forEach(each -> empty.merge(each, 1, Integer::sum));
    if (empty.size() != space.emptyBuckets()) {
      wrong.add(empty.size() + " buckets are empty, and " + space.emptyBuckets() + " are counted.");
    }
    int live = 0;
    for (Bucket bucket : space.allBuckets()) {
      live += bucket.gone ? 0 : 1;
      walk(bucket, listed.getOrDefault(bucket, 0), empty.getOrDefault(bucket, 0));
    }
    if (live != space.liveBuckets()) {
      wrong.add(live + " buckets are there, and " + space.liveBuckets() + " are counted.");
    }
    if (space.drainingBuckets() != 0) {
      wrong.add(space.drainingBuckets() + " buckets are counted as being drained.");
    }
  }

  private void walk(Bucket bucket, int listed, int empty) {
    CutBucket cut = bucket.cut;
    if (cut != null && cut.isDraining()) {
      wrong.add(name(bucket) + " is being drained and does not come empty.");
    } else if (listed + empty + (bucket.gone ? 1 : 0) != 1) {
      wrong.add(
          name(bucket)
              + " is listed by classes "
              + listed
              + " times, among the empty ones "
              + empty
              + " times, and is "
              + (bucket.gone ? "gone." : "there."));
    }
    if (bucket.leaving != bucket.gone) {
      wrong.add(name(bucket) + " was to leave and did not, or left unasked.");
    }
    if (cut != null && cut.isOpen()) {
      walkStack(cut);
    }
  }

  private void walkStack(CutBucket cut) {
    BitSet stacked = new BitSet();
    for (int slot : cut.stack()) {
      if (slot == Handle.NONE
          || Handle.bucket(slot) != cut.bucket.index
          || Meta.state(slots.meta(slot)) != Meta.FREE
          || stacked.get(Handle.slot(slot))) {
        wrong.add(Handle.name(slot) + " does not belong on the stack of " + name(cut.bucket) + ".");
        return;
      }
      stacked.set(Handle.slot(slot));
    }
    for (int slot = 0; slot < cut.slotCount(); slot++) {
      if (Meta.state(slots.meta(cut.handle(slot))) == Meta.FREE && !stacked.get(slot)) {
        wrong.add(Handle.name(cut.handle(slot)) + " is free and on no stack.");
      }
    }
  }

  private void walkBalance(SizeClass sizeClass) {
    long free = 0;
    for (CutBucket each : sizeClass.buckets()) {
      free += (long) each.freeSlots() * sizeClass.slotBytes();
    }
    if (free != sizeClass.balance().free()) {
      wrong.add(
          "Slots of %d bytes: %d bytes are free, and %d are counted."
              .formatted(sizeClass.slotBytes(), free, sizeClass.balance().free()));
    }
  }

  private void walkSurplus() {
    long surplus = (long) space.emptyBuckets() * BucketLayout.BUCKET_BYTES;
    for (SizeClass each : space.knownClasses()) {
      surplus += each.balance().counted();
    }
    if (surplus != space.total().surplus()) {
      wrong.add(
          "The surplus is %d bytes, and %d are counted."
              .formatted(surplus, space.total().surplus()));
    }
  }

  private void walkRoomy(SizeClass sizeClass) {
    List<CutBucket> roomy = sizeClass.roomy();
    for (CutBucket each : roomy) {
      if (each.sizeClass() != sizeClass || Collections.frequency(roomy, each) > 1) {
        wrong.add(name(each.bucket) + " stands twice, or with another class, among the roomy.");
      }
    }
    for (CutBucket each : sizeClass.buckets()) {
      if (each.freeSlots() > 0 && !(each.roomy.get() && roomy.contains(each))) {
        wrong.add(name(each.bucket) + " has free slots that nobody finds.");
      }
    }
  }

  private static String name(Bucket bucket) {
    return "Bucket " + bucket.index;
  }
}
