package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Empties a bucket: evicts victims of its class until their slots would hold as many blocks as the
 * bucket has, and then moves the blocks there. Works in steps of a bounded number of blocks and
 * bytes, between which the background thread runs other tasks. For that thread alone.
 */
final class Compaction {
  /** The bounds of a step. */
  private static final int EVICTIONS = 16;

  private static final int BLOCKS = 8;
  private static final int BYTES = 64 << 10;

  /** The state after a step. */
  enum Progress {
    MORE,
    DONE,
    ABORTED
  }

  private final StoreCore core;
  private final VictimSelection selection;
  private final Relocator relocator;
  private final SizeClass sizeClass;
  private final Supplier<@Nullable FormattedBucket> drain;

  /** Null until there are slots for its blocks. */
  private @Nullable FormattedBucket bucket;

  private int next;

  /**
   * @param sizeClass of the bucket
   * @param drain begins to drain the bucket, and returns it, or null if that is not possible
   */
  Compaction(
      StoreCore core,
      VictimSelection selection,
      Relocator relocator,
      SizeClass sizeClass,
      Supplier<@Nullable FormattedBucket> drain) {
    this.core = core;
    this.selection = selection;
    this.relocator = relocator;
    this.sizeClass = sizeClass;
    this.drain = drain;
  }

  /** Runs a step of bounded time. */
  Progress step() {
    if (bucket == null) {
      if (!hasFreedSlots()) {
        return Progress.MORE;
      }
      bucket = drain.get();
      return bucket == null ? Progress.ABORTED : Progress.MORE;
    }
    moveSome(bucket);
    return next < bucket.slotCount() ? Progress.MORE : Progress.DONE;
  }

  /** Evicts some victims of the class; returns whether those are enough, or all. */
  private boolean hasFreedSlots() {
    long enough = (long) sizeClass.slotsPerBucket() * sizeClass.slotBytes();
    for (int i = 0; i < EVICTIONS; i++) {
      if (sizeClass.balance().free() >= enough) {
        return true;
      }
      int handle = selection.claimVictim(sizeClass);
      if (handle == Handle.NONE) {
        return true;
      }
      core.pool().release(handle);
    }
    return false;
  }

  private void moveSome(FormattedBucket from) {
    int blocks = 0;
    long bytes = 0;
    while (next < from.slotCount() && blocks < BLOCKS && bytes < BYTES) {
      int holder = core.holder(from.handle(next));
      if (holder != Handle.NONE) {
        moveOrEvict(holder);
        blocks++;
        bytes += sizeClass.slotBytes();
      }
      next++;
    }
  }

  private void moveOrEvict(int holder) {
    if (Meta.isVictim(core.slots().meta(holder)) || !relocator.move(holder)) {
      core.evictor().evictForCapacity(holder);
    }
  }
}
