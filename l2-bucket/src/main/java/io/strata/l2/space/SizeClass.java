package io.strata.l2.space;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The buckets that are cut into slots of one size, and those of them that have free slots.
 * Thread-safe, without locks.
 *
 * <p>A bucket stands among the roomy ones once at most: who pushes a slot adds it if its flag was
 * not set; who finds it without a free slot removes it, clears the flag, and looks once more, since
 * a slot may have been pushed in between, whose pusher saw the flag still set.
 */
public final class SizeClass {
  private static final int LEAST_EVICTIONS_FOR_A_LOOK = 16;
  private static final int SHARE_FOR_A_LOOK = 64;
  private static final int MOST_TO_SKIP = 15;

  private final int slotBytes;
  private final int slotsPerBucket;
  private final Bag<CutBucket> buckets = new Bag<>();
  private final ConcurrentLinkedQueue<CutBucket> roomy = new ConcurrentLinkedQueue<>();
  private final AtomicLong draws = new AtomicLong();
  private final AtomicLong pressure = new AtomicLong();
  private final AtomicLong wasted = new AtomicLong();

  /** How often not to compare it with others after the last comparison, and from now on. */
  private int vain;

  private int toSkip;

  SizeClass(int slotBytes) {
    this.slotBytes = slotBytes;
    this.slotsPerBucket = BucketLayout.slots(slotBytes, 0);
  }

  /** Bytes of a slot. */
  public int slotBytes() {
    return slotBytes;
  }

  /** How many slots a bucket of this class has at most. */
  public int slotsPerBucket() {
    return slotsPerBucket;
  }

  /** How many buckets of this class are not being drained. */
  public int bucketCount() {
    return buckets.count();
  }

  /** One of these; null where there is none: they come and go meanwhile. */
  public @Nullable CutBucket bucketAt(int position) {
    return buckets.at(position);
  }

  /** All of these, as they stand. */
  public List<CutBucket> buckets() {
    List<CutBucket> all = new ArrayList<>();
    for (int i = 0; i < buckets.count(); i++) {
      CutBucket bucket = buckets.at(i);
      if (bucket != null) {
        all.add(bucket);
      }
    }
    return all;
  }

  /** Whether any bucket is. */
  public boolean hasBuckets() {
    return buckets.count() > 0;
  }

  void add(CutBucket bucket) {
    buckets.add(bucket);
    noteRoom(bucket);
  }

  /** Removes a bucket that is being drained; those who look for room pass it over. */
  void remove(CutBucket bucket) {
    buckets.remove(bucket);
  }

  // ---- free slots

  /** Says that a slot of the bucket came free. */
  void noteRoom(CutBucket bucket) {
    if (!bucket.roomy.get() && bucket.roomy.compareAndSet(false, true)) {
      roomy.add(bucket);
    }
  }

  /** Takes a free slot, or {@link Handle#NONE}. */
  int pop() {
    while (true) {
      CutBucket bucket = roomy.peek();
      if (bucket == null) {
        return Handle.NONE;
      }
      int handle = bucket.pop();
      if (handle != Handle.NONE) {
        return handle;
      }
      passOver(bucket);
    }
  }

  /** Takes a bucket without a free slot, or one that is drained, from the roomy ones. */
  private void passOver(CutBucket bucket) {
    if (roomy.remove(bucket)) {
      bucket.roomy.set(false);
      if (bucket.isOpen() && bucket.freeSlots() > 0) {
        noteRoom(bucket);
      }
    }
  }

  /** The buckets that may have free slots, as they stand; right only while nothing happens. */
  List<CutBucket> roomy() {
    return List.copyOf(roomy);
  }

  /** Whether no bucket is known to have a free slot. */
  public boolean isFull() {
    CutBucket first = roomy.peek();
    while (first != null && !first.isOpen()) {
      passOver(first);
      first = roomy.peek();
    }
    return first == null;
  }

  /** One of the buckets in which there is no block, or null where there is none. */
  @Nullable CutBucket unusedBucket() {
    for (CutBucket each : roomy) {
      if (each.isUnused()) {
        return each;
      }
    }
    return null;
  }

  // ---- drawing

  /** How many slots there are, those included that a bucket that was cut before lacks. */
  public long slots() {
    return (long) buckets.count() * slotsPerBucket;
  }

  /** A slot, or {@link Handle#NONE} where there is none: buckets come and go meanwhile. */
  public int slotAt(long position) {
    CutBucket bucket = buckets.at((int) (position / slotsPerBucket));
    int slot = (int) (position % slotsPerBucket);
    return bucket != null && slot < bucket.slotCount() ? bucket.handle(slot) : Handle.NONE;
  }

  /** Where a sequence of numbers begins that nobody draws slots by again. */
  public long nextDraw() {
    return draws.getAndAdd(1L << 10);
  }

  // ---- pressure

  /**
   * After how many evictions it is time to look whether the class needs a bucket: when a bucket
   * more would not be a small part of what it has, soon.
   */
  public long evictionsForALook() {
    return Math.max(LEAST_EVICTIONS_FOR_A_LOOK, slots() / SHARE_FOR_A_LOOK);
  }

  /** Whether to compare it with other classes this time: less often where that was in vain. */
  public boolean isTimeToCompare() {
    toSkip--;
    return toSkip < 0;
  }

  /** Says whether a comparison found a class that gives a bucket; one thread at a time. */
  public void noteComparison(boolean found) {
    vain = found ? 0 : Math.min(2 * vain + 1, MOST_TO_SKIP);
    toSkip = vain;
  }

  /** Counts a slot that had to be evicted for want of free ones; returns how many those are. */
  public long countPressure() {
    return pressure.incrementAndGet();
  }

  /** Whether slots had to be evicted, or guests found no bucket, in the last few turnovers. */
  public boolean isUnderPressure() {
    return pressure.get() > 0;
  }

  /** Counts a block, of a class without buckets, in a larger slot, and the bytes that it wastes. */
  public void countGuest(int wastedBytes) {
    pressure.incrementAndGet();
    wasted.addAndGet(wastedBytes);
  }

  /** Whether, of late, so many were guests that they, or what they waste, would fill a bucket. */
  public boolean hasEarnedABucket() {
    return pressure.get() >= slotsPerBucket || wasted.get() >= BucketLayout.BUCKET_BYTES;
  }

  /** Lets what was counted so far weigh half. */
  void agePressure() {
    pressure.getAndUpdate(count -> count >>> 1);
    wasted.getAndUpdate(count -> count >>> 1);
  }
}
