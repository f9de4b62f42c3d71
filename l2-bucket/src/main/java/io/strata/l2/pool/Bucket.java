package io.strata.l2.pool;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import org.jspecify.annotations.Nullable;

/** A bucket: formatted for one size class after another, removed and added again. */
final class Bucket extends Bag.Member {
  final int index;

  /**
   * Headers for which each format leaves memory in front of the slots: as many as the bucket ever
   * had, whatever memory it has now. A queue may contain the handle of a slot for longer than the
   * bucket keeps its memory. Accessed only by the thread that owns the bucket to format, remove or
   * add it.
   */
  int headers;

  /** How many of them the present memory contains; as {@link #headers}. */
  int created;

  /** The generation of headers that are created for the first time; as {@link #headers}. */
  int generation;

  /** The current format, or the last one; null before the first. */
  volatile @Nullable FormattedBucket formatted;

  /** Whether it is removed. Accessed only by the background thread. */
  boolean removed;

  /** Whether it is to be removed instead of formatted again as soon as it is empty. */
  volatile boolean retiring;

  /** Represents the bucket among the empty ones. */
  final Empty empty = new Empty(this);

  /** A bucket that belongs to no class. */
  static final class Empty extends Bag.Member {
    final Bucket bucket;

    private Empty(Bucket bucket) {
      this.bucket = bucket;
    }
  }

  Bucket(int index) {
    this.index = index;
  }

  /** Returns a generation that follows those of all slots of the bucket, which is unused. */
  int nextGeneration(SlotTable slots) {
    int highest = generation;
    for (int slot = 0; slot < created; slot++) {
      highest = Math.max(highest, Meta.generation(slots.meta(Handle.of(index, slot))));
    }
    return Meta.generation(Meta.freed(Meta.free(highest)));
  }
}
