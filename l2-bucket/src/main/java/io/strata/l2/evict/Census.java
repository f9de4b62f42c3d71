package io.strata.l2.evict;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.space.CutBucket;
import io.strata.l2.space.SizeClass;
import io.strata.l2.space.Space;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What blocks are worth compared with each other, and which size classes hold the better ones: a
 * sample of the bytes in use. For one thread.
 *
 * <p>A byte is worth as much as the block that it is of, and a byte that a slot has more than its
 * block needs is worth nothing. Nor is a slot without a block, where its class has had no need to
 * evict for some time; elsewhere it does not count: it is about to get one.
 */
final class Census {
  /** What the worth of the best comes to. */
  static final int MOST = 1_000;

  private static final int SAMPLE = 384;

  /** A byte of a slot that its block does not need goes before any block. */
  private static final long WASTED = Long.MAX_VALUE;

  /** So does one of a slot that lies idle. */
  private static final long IDLE = WASTED - 1;

  private static final long NO_BLOCK = Long.MIN_VALUE;

  /** A class of which few bytes were drawn is not judged by those alone. */
  private static final int DOUBT = 8;

  private final SlotTable slots;
  private final Space space;
  private final SplittableRandom random = new SplittableRandom();

  /** Of all that were drawn, ascending. */
  private final long[] ranks;

  private final Map<SizeClass, Mean> means = new HashMap<>();

  private Census(SlotTable slots, Space space) {
    this.slots = slots;
    this.space = space;
    SizeClass[] classes = new SizeClass[SAMPLE];
    long[] drawn = new long[SAMPLE];
    int seen = 0;
    for (int i = 0; i < SAMPLE; i++) {
      CutBucket bucket = drawBucket();
      long rank = bucket == null ? NO_BLOCK : draw(bucket, random.nextInt(bucket.slotCount()));
      if (bucket != null && rank != NO_BLOCK) {
        drawn[seen] = rank;
        classes[seen++] = bucket.sizeClass();
      }
    }
    ranks = Arrays.copyOf(drawn, seen);
    Arrays.sort(ranks);
    for (int i = 0; i < seen; i++) {
      Mean mean = means.computeIfAbsent(classes[i], each -> new Mean());
      mean.add(worth(drawn[i]));
      mean.wasted += drawn[i] == WASTED ? 1 : 0;
    }
  }

  private static final class Mean {
    int sum;
    int count;
    int wasted;

    void add(int worth) {
      sum += worth;
      count++;
    }
  }

  static Census of(SlotTable slots, Space space) {
    return new Census(slots, space);
  }

  /** The rank of some byte of a slot. */
  private long draw(CutBucket bucket, int slot) {
    int handle = bucket.handle(slot);
    int holder = Sample.holder(slots, handle);
    long meta = holder == Handle.NONE ? 0 : slots.meta(holder);
    if (!Meta.isVisible(meta)) {
      boolean idle = holder == Handle.NONE && !bucket.sizeClass().isUnderPressure();
      return idle ? IDLE : NO_BLOCK;
    }
    int largest = space.sizes().largest();
    // Of a block in several slots, all but the last are full, and so is this one, most likely.
    int used = holder == handle ? Math.min(slots.length(handle), largest) : slots.length(handle);
    boolean wasted = random.nextInt(bucket.sizeClass().slotBytes()) >= used;
    return wasted ? WASTED : slots.policy().rank(Meta.mark(meta));
  }

  /** How many of a thousand bytes should go sooner than one of this rank. */
  private int worth(long rank) {
    if (rank >= IDLE) {
      return 0;
    }
    int place = Arrays.binarySearch(ranks, rank + 1);
    int sooner = place < 0 ? -place - 1 : place;
    while (sooner > 0 && ranks[sooner - 1] > rank) {
      sooner--;
    }
    return ranks.length == 0 ? 0 : MOST * (ranks.length - sooner) / ranks.length;
  }

  /** The classes of which bytes were drawn. */
  Set<SizeClass> classes() {
    return means.keySet();
  }

  /**
   * What a class's bytes are worth in the mean, as far as the sample shows: with few in it, rather
   * what is supposed.
   */
  int worthOf(SizeClass sizeClass, int supposed) {
    Mean mean = means.get(sizeClass);
    return mean == null ? supposed : (mean.sum + DOUBT * supposed) / (mean.count + DOUBT);
  }

  /**
   * Which share of a class's bytes its slots have too many, 0 to 1; with few in the sample, rather
   * less.
   */
  double wasteOf(SizeClass sizeClass) {
    Mean mean = means.get(sizeClass);
    return mean == null ? 0 : (double) mean.wasted / (mean.count + DOUBT);
  }

  /** What a class's bytes are worth in the mean, by so many drawn of it alone. */
  int worthOfClass(SizeClass sizeClass, int draws) {
    Mean mean = new Mean();
    for (int i = 0; i < draws; i++) {
      CutBucket bucket = drawBucketOf(sizeClass);
      long rank = bucket == null ? NO_BLOCK : draw(bucket, random.nextInt(bucket.slotCount()));
      if (rank != NO_BLOCK) {
        mean.add(worth(rank));
      }
    }
    return mean.count == 0 ? 0 : mean.sum / mean.count;
  }

  /** In which share of a class's memory blocks lie idle, 0 to 1, by so many bytes drawn of it. */
  double idleShareOf(SizeClass sizeClass, int draws) {
    int seen = 0;
    int idle = 0;
    for (int i = 0; i < draws; i++) {
      CutBucket bucket = drawBucketOf(sizeClass);
      if (bucket == null) {
        continue;
      }
      int holder = Sample.holder(slots, bucket.handle(random.nextInt(bucket.slotCount())));
      long meta = holder == Handle.NONE ? 0 : slots.meta(holder);
      if (Meta.isVisible(meta)) {
        seen++;
        idle += slots.policy().isIdle(Meta.mark(meta)) ? 1 : 0;
      }
    }
    return seen == 0 ? 0 : (double) idle / seen;
  }

  /** The class of a bucket drawn at random; null where there is none. */
  @Nullable SizeClass drawClass() {
    CutBucket bucket = drawBucket();
    return bucket == null ? null : bucket.sizeClass();
  }

  private @Nullable CutBucket drawBucket() {
    return space.liveBucket(random.nextInt(Math.max(1, space.liveBuckets())));
  }

  private @Nullable CutBucket drawBucketOf(SizeClass sizeClass) {
    return sizeClass.bucketAt(random.nextInt(Math.max(1, sizeClass.bucketCount())));
  }

  /** What the bytes of a bucket are worth in the mean, those of free slots nothing. */
  int worthOf(CutBucket bucket, int draws) {
    int sum = 0;
    int step = 1 + (bucket.slotCount() - 1) / draws;
    int seen = 0;
    for (int slot = 0; slot < bucket.slotCount(); slot += step) {
      long rank = draw(bucket, slot);
      sum += rank == NO_BLOCK ? 0 : worth(rank);
      seen++;
    }
    return sum / seen;
  }
}
