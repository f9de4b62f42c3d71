package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gets the blocks out of a bucket: evicts victims of its class until their slots would hold as many
 * as the bucket has, and then moves them there. In steps, each of a bounded number of blocks and
 * bytes, between which the background thread does what else there is to do. For that thread alone.
 */
final class Compaction {
  /** What is done in a step. */
  private static final int EVICTIONS = 64;

  private static final int BLOCKS = 32;
  private static final int BYTES = 256 << 10;

  /** How far it is. */
  enum Progress {
    MORE,
    DONE,
    IN_VAIN
  }

  private final StoreCore core;
  private final VictimSelection selection;
  private final Relocator mover;
  private final SizeClass sizeClass;
  private final Supplier<@Nullable FormattedBucket> drain;

  /** Null until there is room for its blocks. */
  private @Nullable FormattedBucket bucket;

  private int next;

  /**
   * @param sizeClass of the bucket
   * @param drain begins the bucket's drain, and says which it is, or null when it cannot begin
   */
  Compaction(
      StoreCore core,
      VictimSelection selection,
      Relocator mover,
      SizeClass sizeClass,
      Supplier<@Nullable FormattedBucket> drain) {
    this.core = core;
    this.selection = selection;
    this.mover = mover;
    this.sizeClass = sizeClass;
    this.drain = drain;
  }

  /** Goes on for a bounded time. */
  Progress step() {
    if (bucket == null) {
      if (!hasRoom()) {
        return Progress.MORE;
      }
      bucket = drain.get();
      return bucket == null ? Progress.IN_VAIN : Progress.MORE;
    }
    moveSome(bucket);
    return next < bucket.slotCount() ? Progress.MORE : Progress.DONE;
  }

  /** Evicts some victims of the class, and says whether enough are, or all. */
  private boolean hasRoom() {
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
    if (Meta.isVictim(core.slots().meta(holder)) || !mover.move(holder)) {
      core.evictor().evictForRoom(holder);
    }
  }
}
