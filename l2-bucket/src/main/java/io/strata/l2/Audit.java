package io.strata.l2;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.index.IndexAudit;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.BucketPoolAudit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Proves, while nothing happens, that every slot is in exactly one state and one list, every bucket
 * in exactly one place, and that all sums agree.
 */
final class Audit {
  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final List<String> wrong = new ArrayList<>();
  private final BitSet visible = new BitSet();
  private final BitSet parts = new BitSet();
  private final BitSet joined = new BitSet();

  Audit(SlotTable slots, HashIndex index, FileTable files, BucketPool pool) {
    this.slots = slots;
    this.index = index;
    this.files = files;
    this.pool = pool;
  }

  /** Walks everything; returns what is wrong, a sentence each. */
  List<String> run() {
    for (int bucket = 0; bucket < slots.buckets(); bucket++) {
      FormattedBucket formatted = pool.bucket(bucket);
      for (int slot = 0; formatted != null && slot < formatted.slotCount(); slot++) {
        sort(formatted.handle(slot));
      }
    }
    visible.stream().forEach(this::walkParts);
    parts.andNot(joined);
    parts.stream().forEach(part -> wrong.add(Handle.name(part) + " is a part of no block."));
    new BucketPoolAudit(slots, pool, wrong).walk();
    IndexAudit indexAudit = new IndexAudit(slots, visible, wrong);
    indexAudit.walk(index);
    indexAudit.walk(files);
    return wrong;
  }

  private void sort(int handle) {
    long meta = slots.meta(handle);
    switch (Meta.state(meta)) {
      case Meta.FREE -> {}
      case Meta.PART -> parts.set(handle);
      case Meta.VISIBLE, Meta.VICTIM -> visible.set(handle);
      default -> wrong.add(Handle.name(handle) + " is in state " + Meta.state(meta) + ".");
    }
    if (Meta.pins(meta) != 0) {
      wrong.add(Handle.name(handle) + " has " + Meta.pins(meta) + " pins left.");
    }
  }

  private void walkParts(int first) {
    int length = slots.length(first);
    for (int part = slots.nextPart(first); part != Handle.NONE; part = slots.nextPart(part)) {
      if (!parts.get(part) || joined.get(part) || slots.firstOf(part) != first) {
        wrong.add(Handle.name(part) + " is no part, or another's, and a block goes on in it.");
        return;
      }
      joined.set(part);
      length -= slots.length(part);
    }
    if (length < 1 || length > pool.bucketOf(first).sizeClass().slotBytes()) {
      wrong.add(Handle.name(first) + " and its parts do not hold the length of their block.");
    }
  }
}
