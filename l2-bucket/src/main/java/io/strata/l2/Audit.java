package io.strata.l2;

import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.index.IndexAudit;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.BucketPoolAudit;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Verifies, while the store is idle, that every slot is in exactly one state and one list, every
 * bucket in exactly one list, and that all sums agree.
 */
final class Audit {
  private final SlotTable slots;
  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final List<String> problems = new ArrayList<>();
  private final BitSet visible = new BitSet();
  private final BitSet parts = new BitSet();
  private final BitSet joined = new BitSet();

  Audit(SlotTable slots, HashIndex index, FileTable files, BucketPool pool) {
    this.slots = slots;
    this.index = index;
    this.files = files;
    this.pool = pool;
  }

  /** Checks everything; returns the problems found, a sentence each. */
  List<String> run() {
    for (int bucket = 0; bucket < slots.buckets(); bucket++) {
      FormattedBucket formatted = pool.bucket(bucket);
      for (int slot = 0; formatted != null && slot < formatted.slotCount(); slot++) {
        classify(formatted.handle(slot));
      }
    }
    visible.stream().forEach(this::walkParts);
    parts.andNot(joined);
    parts.stream().forEach(part -> problems.add(Handle.name(part) + " is a part of no block."));
    new BucketPoolAudit(slots, pool, problems).walk();
    IndexAudit indexAudit = new IndexAudit(slots, visible, problems);
    indexAudit.walk(index);
    indexAudit.walk(files);
    return problems;
  }

  private void classify(int handle) {
    long meta = slots.meta(handle);
    switch (Meta.state(meta)) {
      case Meta.FREE -> {}
      case Meta.PART -> parts.set(handle);
      case Meta.VISIBLE, Meta.VICTIM -> visible.set(handle);
      default -> problems.add(Handle.name(handle) + " is in state " + Meta.state(meta) + ".");
    }
    if (Meta.pins(meta) != 0) {
      problems.add(Handle.name(handle) + " has " + Meta.pins(meta) + " pins left.");
    }
  }

  private void walkParts(int first) {
    int length = slots.length(first);
    for (int part = slots.nextPart(first); part != Handle.NONE; part = slots.nextPart(part)) {
      if (!parts.get(part) || joined.get(part) || slots.firstOf(part) != first) {
        problems.add(Handle.name(part) + " is linked as a part, but is none, or another block's.");
        return;
      }
      joined.set(part);
      length -= slots.length(part);
    }
    if (length < 1 || length > pool.bucketOf(first).sizeClass().slotBytes()) {
      problems.add(Handle.name(first) + " and its parts do not hold the length of their block.");
    }
  }
}
