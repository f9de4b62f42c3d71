package io.strata.l2.space;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.slot.SlotTable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Which slots are free and which buckets belong to which size class. Thread-safe, without locks.
 *
 * <h2>A bucket's states</h2>
 *
 * <pre>
 *            cut for a class              beginDrain
 *   EMPTY --------------------&gt; CUT --------------------&gt; DRAINING
 *     ^                                                      |
 *     +------------------------------------------------------+
 *                     the last slot surrendered
 * </pre>
 *
 * <ul>
 *   <li><b>cut</b>: the thread that polled the bucket from the queue of empty ones has it; it
 *       writes the headers and then pushes all slots onto the class's free stack, which publishes
 *       them.
 *   <li><b>beginDrain</b> (compare-and-set): from here on a slot of the bucket that comes free is
 *       <i>surrendered</i> instead of pushed. Three places look: who frees a slot, before and once
 *       more after pushing; who pops one; who publishes a block. With a volatile state each either
 *       sees DRAINING or did its part before, and then the drainer, which looks after setting the
 *       state, finds the slot on the stack or visible.
 *   <li><b>surrender</b> (atomic decrement): each slot once, since a slot is in one place at a
 *       time. The thread that surrenders the last one offers the bucket as empty.
 * </ul>
 */
public final class Space {
  private static final int EMPTY = 0;
  private static final int CUT = 1;
  private static final int DRAINING = 2;

  private final SlotTable slots;
  private final SizeClasses sizeClasses;
  private final ClassSpace[] classes;
  private final ConcurrentLinkedQueue<Integer> emptyBuckets = new ConcurrentLinkedQueue<>();
  private final AtomicIntegerArray states;
  private final AtomicIntegerArray unsurrendered;
  private final AtomicInteger draining = new AtomicInteger();

  // Released after the headers are written and acquired before one is read: the clock and the
  // walks come to a bucket by other ways than a slot that was handed to them.
  private final AtomicIntegerArray slotCount;

  // Written by the thread that cuts a bucket, published with its slots.
  private final int[] classOf;
  private final int[] headerCount;

  public Space(SlotTable slots, SizeClasses sizeClasses) {
    this.slots = slots;
    this.sizeClasses = sizeClasses;
    this.classes = new ClassSpace[sizeClasses.count()];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = new ClassSpace(slots, BucketLayout.slots(sizeClasses.slotBytes(i), 0));
    }
    int buckets = slots.buckets();
    this.states = new AtomicIntegerArray(buckets);
    this.unsurrendered = new AtomicIntegerArray(buckets);
    this.classOf = new int[buckets];
    this.slotCount = new AtomicIntegerArray(buckets);
    this.headerCount = new int[buckets];
    for (int bucket = 0; bucket < buckets; bucket++) {
      emptyBuckets.add(bucket);
    }
  }

  public SizeClasses sizeClasses() {
    return sizeClasses;
  }

  // ---- slots

  /** Takes a free slot of the class, to be filled by the caller, or {@link Handle#NONE}. */
  public int takeFree(int sizeClass) {
    FreeStack free = classes[sizeClass].free;
    while (true) {
      int handle = free.pop();
      if (handle == Handle.NONE) {
        return Handle.NONE;
      }
      if (!isDraining(handle)) {
        slots.setMeta(handle, Meta.filling(slots.meta(handle)));
        return handle;
      }
      surrender(handle);
    }
  }

  /** Frees a slot that the caller owns: one that it fills, or whose last pin it let go of. */
  public void release(int handle) {
    slots.setMeta(handle, Meta.freed(slots.meta(handle)));
    if (isDraining(handle)) {
      surrender(handle);
      return;
    }
    int sizeClass = classOf[Handle.bucket(handle)];
    classes[sizeClass].free.push(handle);
    if (isDraining(handle)) {
      surrenderDrained(sizeClass);
    }
  }

  /** Whether the slot's bucket is being emptied, so that no block should stay in it. */
  public boolean isDraining(int handle) {
    return states.get(Handle.bucket(handle)) == DRAINING;
  }

  // ---- buckets

  /** Cuts an empty bucket for the class; says whether there was one. */
  public boolean cutEmptyBucket(int sizeClass) {
    Integer bucket = emptyBuckets.poll();
    if (bucket == null) {
      return false;
    }
    cut(bucket, sizeClass);
    return true;
  }

  private void cut(int bucket, int sizeClass) {
    int slotBytes = sizeClasses.slotBytes(sizeClass);
    int earlier = headerCount[bucket];
    int count = BucketLayout.slots(slotBytes, earlier);
    int headers = Math.max(earlier, count);
    slots.cut(bucket, count, slotBytes, headers, earlier);
    headerCount[bucket] = headers;
    slotCount.setRelease(bucket, count);
    classOf[bucket] = sizeClass;
    unsurrendered.set(bucket, count);
    states.set(bucket, CUT);
    for (int slot = 0; slot < count - 1; slot++) {
      slots.setNext(Handle.of(bucket, slot), Handle.of(bucket, slot + 1));
    }
    classes[sizeClass].add(bucket);
    classes[sizeClass].free.pushAll(Handle.of(bucket, 0), Handle.of(bucket, count - 1));
  }

  /** Begins to take a bucket from its class; says false when another thread does already. */
  public boolean beginDrain(int bucket) {
    if (!states.compareAndSet(bucket, CUT, DRAINING)) {
      return false;
    }
    draining.incrementAndGet();
    classes[classOf[bucket]].remove(bucket);
    surrenderDrained(classOf[bucket]);
    return true;
  }

  /** Sorts out the slots on a class's free stack whose buckets are being drained. */
  private void surrenderDrained(int sizeClass) {
    FreeStack free = classes[sizeClass].free;
    int handle = free.popAll();
    while (handle != Handle.NONE) {
      int next = slots.next(handle);
      if (isDraining(handle)) {
        surrender(handle);
      } else {
        free.push(handle);
        if (isDraining(handle)) {
          surrenderDrained(sizeClass);
        }
      }
      handle = next;
    }
  }

  private void surrender(int handle) {
    int bucket = Handle.bucket(handle);
    if (unsurrendered.decrementAndGet(bucket) == 0) {
      states.set(bucket, EMPTY);
      emptyBuckets.add(bucket);
      draining.decrementAndGet();
    }
  }

  /** How many slots are on free stacks; right only while nothing happens. */
  public long freeSlots() {
    long count = 0;
    for (ClassSpace space : classes) {
      count += space.free.count();
    }
    return count;
  }

  /** How many buckets no class has. */
  public int emptyBuckets() {
    return emptyBuckets.size();
  }

  /** How many buckets are being drained, perhaps held up by pins. */
  public int drainingBuckets() {
    return draining.get();
  }

  /** How many buckets there are. */
  public int buckets() {
    return slots.buckets();
  }

  /** The buckets of a class; not to be changed. */
  public int[] bucketsOf(int sizeClass) {
    return classes[sizeClass].buckets();
  }

  /** How many slots a bucket is cut into. */
  public int slotsIn(int bucket) {
    return slotCount.getAcquire(bucket);
  }

  /** Whether a bucket is cut and not being drained. */
  public boolean isCut(int bucket) {
    return states.get(bucket) == CUT;
  }

  /** Whether no class has the bucket. */
  public boolean isEmpty(int bucket) {
    return states.get(bucket) == EMPTY;
  }

  // ---- the clock

  /** Advances the class's clock hand by one slot and returns its old position. */
  public long advance(int sizeClass) {
    return classes[sizeClass].hand.getAndIncrement();
  }

  /** The slot at a position of the clock, or {@link Handle#NONE} where there is none. */
  public int slotAt(int sizeClass, long position) {
    int[] buckets = classes[sizeClass].buckets();
    if (buckets.length == 0) {
      return Handle.NONE;
    }
    int perBucket = classes[sizeClass].slotsPerBucket;
    int bucket = buckets[(int) ((position / perBucket) % buckets.length)];
    int slot = (int) (position % perBucket);
    return slot < slotCount.getAcquire(bucket) ? Handle.of(bucket, slot) : Handle.NONE;
  }

  /** How often the hand had gone all the way round at a position. */
  public long lap(int sizeClass, long position) {
    ClassSpace space = classes[sizeClass];
    return position / Math.max(1L, (long) space.buckets().length * space.slotsPerBucket);
  }

  // ---- pressure

  /** Counts a slot that the class had to evict. */
  public void countPressure(int sizeClass) {
    classes[sizeClass].pressure.incrementAndGet();
  }

  /** Slots that the class had to evict of late. */
  public long pressureCount(int sizeClass) {
    return classes[sizeClass].pressure.get();
  }

  /** Slots that the class had to evict of late, for each slot that it has. */
  public double pressure(int sizeClass) {
    ClassSpace space = classes[sizeClass];
    long has = (long) space.buckets().length * space.slotsPerBucket;
    return (double) space.pressure.get() / Math.max(1L, has);
  }

  /** Lets what was counted so far weigh half. */
  public void agePressure() {
    for (ClassSpace space : classes) {
      space.pressure.getAndUpdate(count -> count >>> 1);
    }
  }

  /** Slots in a fresh bucket of the class. */
  public int slotsPerBucket(int sizeClass) {
    return classes[sizeClass].slotsPerBucket;
  }
}
