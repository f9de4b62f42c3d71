package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The buckets that are formatted into slots of one size, and those of them that have free slots.
 * Thread-safe, without locks.
 *
 * <p>A bucket stands among the partial ones once at most: who pushes a slot adds it if its flag was
 * not set; who finds it without a free slot removes it, clears the flag, and looks once more, since
 * a slot may have been pushed in between, whose pusher saw the flag still set.
 */
public final class SizeClass {
  private final int slotBytes;
  private final int slotsPerBucket;
  private final Bag<FormattedBucket> buckets = new Bag<>();
  private final ConcurrentLinkedQueue<FormattedBucket> partial = new ConcurrentLinkedQueue<>();

  /** Blocks that are to go, the handle and the bytes of each in one word. */
  private final ConcurrentLinkedQueue<Long> victims = new ConcurrentLinkedQueue<>();

  private final Balance balance;

  SizeClass(int slotBytes, Balance.Total total) {
    this.balance = new Balance(total);
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
  public @Nullable FormattedBucket bucketAt(int position) {
    return buckets.at(position);
  }

  /** All of these, as they stand. */
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

  /** Whether any bucket is. */
  public boolean hasBuckets() {
    return buckets.count() > 0;
  }

  /** Adds a bucket that was formatted for it, all of whose slots are free. */
  void add(FormattedBucket bucket) {
    balance.addFree((long) bucket.slotCount() * slotBytes);
    buckets.add(bucket);
    noteRoom(bucket);
  }

  /** Adds a bucket that was taken over, whose free slots were counted as they came free. */
  void join(FormattedBucket bucket) {
    buckets.add(bucket);
  }

  /**
   * Removes a bucket that is being drained; those who look for room pass it over.
   *
   * @param freeSlots how many of its slots were free when its drain began
   */
  void remove(FormattedBucket bucket, int freeSlots) {
    balance.removeFree((long) freeSlots * slotBytes);
    buckets.remove(bucket);
  }

  // ---- free slots

  /** Says that a slot of the bucket, which is not being drained, came free. */
  void noteFree(FormattedBucket bucket) {
    balance.addFree(slotBytes);
    noteRoom(bucket);
  }

  private void noteRoom(FormattedBucket bucket) {
    if (!bucket.partial.get() && bucket.partial.compareAndSet(false, true)) {
      partial.add(bucket);
    }
  }

  /** Takes a free slot, or {@link Handle#NONE}. */
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
      passOver(bucket);
    }
  }

  /** Takes a bucket without a free slot, or one that is drained, from the partial ones. */
  private void passOver(FormattedBucket bucket) {
    if (partial.remove(bucket)) {
      bucket.partial.set(false);
      if (bucket.isOpen() && bucket.freeSlots() > 0) {
        noteRoom(bucket);
      }
    }
  }

  /** The buckets that may have free slots, as they stand; right only while nothing happens. */
  List<FormattedBucket> partial() {
    return List.copyOf(partial);
  }

  /** Whether no bucket is known to have a free slot. */
  public boolean isFull() {
    FormattedBucket first = partial.peek();
    while (first != null && !first.isOpen()) {
      passOver(first);
      first = partial.peek();
    }
    return first == null;
  }

  /** One of the buckets in which there is no block, or null where there is none. */
  @Nullable FormattedBucket unusedBucket() {
    for (FormattedBucket each : partial) {
      if (each.isUnused()) {
        return each;
      }
    }
    return null;
  }

  // ---- drawing

  /** How many slots there are, those included that a bucket that was formatted before lacks. */
  public long slots() {
    return (long) buckets.count() * slotsPerBucket;
  }

  /** A slot, or {@link Handle#NONE} where there is none: buckets come and go meanwhile. */
  public int slotAt(long position) {
    FormattedBucket bucket = buckets.at((int) (position / slotsPerBucket));
    int slot = (int) (position % slotsPerBucket);
    return bucket != null && slot < bucket.slotCount() ? bucket.handle(slot) : Handle.NONE;
  }

  // ---- its part in the order of all memory

  /** What it has to give, and is owed. */
  public Balance balance() {
    return balance;
  }

  /** Whether it should get a bucket, by what is known without a look at the others. */
  public boolean isShort() {
    return balance.isShort();
  }

  /**
   * Has a block evicted before others of the class, and stay readable until then.
   *
   * @param bytes of all its slots
   */
  public void addVictim(int handle, int bytes) {
    balance.addVictim(bytes);
    victims.add((long) bytes << Integer.SIZE | Integer.toUnsignedLong(handle));
  }

  /**
   * The block that was chosen first and did not have its turn yet, or {@link Handle#NONE}. It may
   * have been read meanwhile, or its slot have another block.
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
