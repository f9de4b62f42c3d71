package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The buckets that are formatted for slots of one size, and the partial list: those of them that
 * may have free slots. Thread-safe. Slots are taken and freed without locks.
 *
 * <p>A bucket is at most once in the partial list. A thread that pushes a slot adds the bucket if
 * its flag was not set. A thread that finds the bucket without a free slot removes it, clears the
 * flag, and looks once more: a slot may have been pushed in between, by a thread that saw the flag
 * still set.
 */
public final class SizeClass {
  private final int slotBytes;
  private final int slotsPerBucket;
  private final Bag<FormattedBucket> buckets = new Bag<>();
  private final ConcurrentLinkedQueue<FormattedBucket> partial = new ConcurrentLinkedQueue<>();

  /** Blocks chosen for eviction, the handle and the bytes of each in one word. */
  private final ConcurrentLinkedQueue<Long> victims = new ConcurrentLinkedQueue<>();

  private final Balance balance;

  SizeClass(int slotBytes, Balance.Total total) {
    this.balance = new Balance(total);
    this.slotBytes = slotBytes;
    this.slotsPerBucket = BucketLayout.slots(slotBytes, 0);
  }

  /** Returns the bytes of a slot. */
  public int slotBytes() {
    return slotBytes;
  }

  /** Returns the maximum number of slots in a bucket of this class. */
  public int slotsPerBucket() {
    return slotsPerBucket;
  }

  /** Returns how many buckets the class has, without those being drained. */
  public int bucketCount() {
    return buckets.count();
  }

  /** Returns the bucket at a position, or null; buckets are added and removed concurrently. */
  public @Nullable FormattedBucket bucketAt(int position) {
    return buckets.at(position);
  }

  /** Returns a copy of the list of buckets. */
  public List<FormattedBucket> buckets() {
    List<FormattedBucket> all = new ArrayList<>();
    for (int i = 0; i < buckets.count(); i++) {
      FormattedBucket bucket = buckets.at(i);
      if (bucket != null) {
        all.add(bucket);
      }
    }
    return all;
  }

  /** Returns whether the class has a bucket. */
  public boolean hasBuckets() {
    return buckets.count() > 0;
  }

  /** Adds a bucket formatted for this class, all of whose slots are free. */
  void add(FormattedBucket bucket) {
    balance.addFree((long) bucket.slotCount() * slotBytes);
    buckets.add(bucket);
    addToPartial(bucket);
  }

  /** Adds an adopted bucket, whose free slots were counted as they became free. */
  void join(FormattedBucket bucket) {
    buckets.add(bucket);
  }

  /**
   * Removes a bucket that is being drained; it is skipped in the partial list.
   *
   * @param freeSlots how many of its slots were free when the drain began
   */
  void remove(FormattedBucket bucket, int freeSlots) {
    balance.removeFree((long) freeSlots * slotBytes);
    buckets.remove(bucket);
  }

  // ---- free slots

  /** Counts a slot that became free, of a bucket that is not being drained. */
  void noteFree(FormattedBucket bucket) {
    balance.addFree(slotBytes);
    addToPartial(bucket);
  }

  private void addToPartial(FormattedBucket bucket) {
    if (!bucket.partial.get() && bucket.partial.compareAndSet(false, true)) {
      partial.add(bucket);
    }
  }

  /** Takes a free slot, or returns {@link Handle#NONE}. */
  int pop() {
    while (true) {
      FormattedBucket bucket = partial.peek();
      if (bucket == null) {
        return Handle.NONE;
      }
      int handle = bucket.pop();
      if (handle != Handle.NONE) {
        balance.take(slotBytes);
        return handle;
      }
      removeFromPartial(bucket);
    }
  }

  /** Removes a bucket without a free slot, or one being drained, from the partial list. */
  private void removeFromPartial(FormattedBucket bucket) {
    if (partial.remove(bucket)) {
      bucket.partial.set(false);
      if (bucket.isOpen() && bucket.freeSlots() > 0) {
        addToPartial(bucket);
      }
    }
  }

  /** Returns a copy of the partial list; consistent only while nothing happens. */
  List<FormattedBucket> partial() {
    return List.copyOf(partial);
  }

  /** Returns the first buckets of the partial list, at most this many; weakly consistent. */
  public List<FormattedBucket> partial(int max) {
    return partial.stream().filter(FormattedBucket::isOpen).limit(max).toList();
  }

  /** Returns whether no bucket is known to have a free slot. */
  public boolean isFull() {
    FormattedBucket first = partial.peek();
    while (first != null && !first.isOpen()) {
      removeFromPartial(first);
      first = partial.peek();
    }
    return first == null;
  }

  /** Returns a bucket that holds no block, or null. */
  @Nullable FormattedBucket unusedBucket() {
    for (FormattedBucket each : partial) {
      if (each.isUnused()) {
        return each;
      }
    }
    return null;
  }

  // ---- sampling

  /** Returns the number of slots; buckets formatted before may have fewer than counted here. */
  public long slots() {
    return (long) buckets.count() * slotsPerBucket;
  }

  /** Returns a slot, or {@link Handle#NONE}; buckets are added and removed concurrently. */
  public int slotAt(long position) {
    FormattedBucket bucket = buckets.at((int) (position / slotsPerBucket));
    int slot = (int) (position % slotsPerBucket);
    return bucket != null && slot < bucket.slotCount() ? bucket.handle(slot) : Handle.NONE;
  }

  // ---- balance

  /** Returns what the class can give up, and is owed. */
  public Balance balance() {
    return balance;
  }

  /** Returns whether the class should get a bucket, as far as it can tell without the others. */
  public boolean isShort() {
    return balance.isShort();
  }

  /**
   * Queues a block for eviction before others of the class. It stays readable until then.
   *
   * @param bytes of all its slots
   */
  public void addVictim(int handle, int bytes) {
    balance.addVictim(bytes);
    victims.add((long) bytes << Integer.SIZE | Integer.toUnsignedLong(handle));
  }

  /**
   * Removes and returns the victim that was queued first, or returns {@link Handle#NONE}. The block
   * may have been read meanwhile, and its slot may hold another block.
   */
  public int pollVictim() {
    Long victim = victims.poll();
    if (victim == null) {
      return Handle.NONE;
    }
    balance.removeVictim(victim >>> Integer.SIZE);
    return (int) (long) victim;
  }
}
