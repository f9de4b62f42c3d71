package io.strata.l2;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Victim;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.policy.Policy;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.slot.SlotTable;
import java.util.function.Predicate;

/**
 * Visits the blocks of a store in the order of its policy, the block expected to be read soonest
 * first. Not thread-safe.
 *
 * <p>Nothing is sorted, so the memory needed does not grow with the store. The first scan of the
 * headers counts the blocks of each <i>level</i>, a narrow range of ranks. Each further scan visits
 * the blocks of the next levels, which hold about 1/{@value #PASSES} of all blocks. The order is
 * exact between scans, and the order of slots within one.
 *
 * <p>Blocks that were read more than once, and those of in-memory families, come first, whatever
 * their rank: a policy protects a new block for a while, to see whether it is read again.
 *
 * <p>A block that is read during the visit may move to a level already visited, and is then missed.
 */
final class HottestFirst {
  private static final int PASSES = 32;

  /** Log2 of the number of levels per octave of ranks. */
  private static final int FRACTION_BITS = 4;

  private static final int EXACT = 1 << FRACTION_BITS;

  /** Number of levels for ranks of 0 or more; negative ranks have the same number. */
  private static final int LEVELS_OF_SIGN = EXACT + (Long.SIZE - 1 - FRACTION_BITS) * EXACT;

  /** Number of levels for blocks that were read again; the others have the same number. */
  private static final int LEVELS_OF_RANKS = 2 * LEVELS_OF_SIGN;

  private final SlotTable slots;
  private final FileTable files;
  private final BucketPool pool;
  private final Compressors compressors;
  private final Policy policy;

  HottestFirst(SlotTable slots, FileTable files, BucketPool pool, Compressors compressors) {
    this.slots = slots;
    this.files = files;
    this.pool = pool;
    this.compressors = compressors;
    this.policy = slots.policy();
  }

  /**
   * Visits the blocks, each pinned for the duration of its visit.
   *
   * @param goOn returns whether to visit more; must not keep the block
   */
  void visit(Predicate<Victim> goOn) {
    long[] blocks = new long[2 * LEVELS_OF_RANKS];
    long all = 0;
    for (int bucket = 0; bucket < pool.buckets(); bucket++) {
      all += count(bucket, blocks);
    }
    long ofPass = Math.max(1, all / PASSES);
    int from = 0;
    while (from < blocks.length) {
      int to = from;
      long count = 0;
      while (to < blocks.length && count < ofPass) {
        count += blocks[to++];
      }
      if (count > 0 && !visit(from, to, goOn)) {
        return;
      }
      from = to;
    }
  }

  private long count(int bucket, long[] blocks) {
    FormattedBucket formatted = pool.bucket(bucket);
    int slotCount = formatted == null ? 0 : formatted.slotCount();
    long count = 0;
    for (int slot = 0; slot < slotCount; slot++) {
      long meta = slots.meta(Handle.of(bucket, slot));
      if (Meta.isVisible(meta)) {
        blocks[level(meta)]++;
        count++;
      }
    }
    return count;
  }

  private boolean visit(int from, int to, Predicate<Victim> goOn) {
    for (int bucket = 0; bucket < pool.buckets(); bucket++) {
      FormattedBucket formatted = pool.bucket(bucket);
      int slotCount = formatted == null ? 0 : formatted.slotCount();
      for (int slot = 0; slot < slotCount; slot++) {
        int handle = Handle.of(bucket, slot);
        long meta = slots.meta(handle);
        if (Meta.isVisible(meta) && isIn(level(meta), from, to) && !visit(handle, goOn)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isIn(int level, int from, int to) {
    return level >= from && level < to;
  }

  private boolean visit(int handle, Predicate<Victim> goOn) {
    if (!slots.pinQuietly(handle)) {
      return true;
    }
    try {
      long meta = slots.meta(handle);
      FileBlocks file = files.find(slots.fileId(handle));
      return file == null
          || file.isRetired()
          || goOn.test(
              new Victim(
                  slots,
                  file,
                  handle,
                  compressors,
                  pool.sizes().largest(),
                  Meta.isInMemory(meta),
                  policy.wasReadAgain(Meta.policyBits(meta))));
    } finally {
      if (slots.unpin(handle)) {
        pool.release(handle);
      }
    }
  }

  private int level(long meta) {
    int bits = Meta.policyBits(meta);
    int level = levelOfRank(policy.rank(bits));
    return policy.wasReadAgain(bits) || Meta.isInMemory(meta) ? level : LEVELS_OF_RANKS + level;
  }

  /** Returns a level from 0 to {@link #LEVELS_OF_RANKS} - 1, which rises with the rank. */
  static int levelOfRank(long rank) {
    // The complement of a negative rank is not negative, and falls as the rank rises.
    return rank < 0
        ? LEVELS_OF_SIGN - 1 - levelOfMagnitude(~rank)
        : LEVELS_OF_SIGN + levelOfMagnitude(rank);
  }

  private static int levelOfMagnitude(long magnitude) {
    if (magnitude < EXACT) {
      return (int) magnitude;
    }
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(magnitude) - FRACTION_BITS;
    return octave * EXACT + (int) (magnitude >>> octave);
  }
}
