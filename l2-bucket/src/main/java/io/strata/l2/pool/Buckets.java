package io.strata.l2.pool;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.RemovedBuckets.Spare;
import io.strata.l2.slot.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The buckets by number, live or removed. Thread-safe; one thread at a time adds and removes, one
 * calls {@link #growth}, and any thread reads.
 *
 * <p>A number belongs to one {@link Bucket} forever. A removed bucket is added again with its own
 * memory as long as that exists, before any other memory is allocated. So the buckets never hold
 * more memory than the maximum that was requested, and the garbage collector returns what is left
 * over. If memory is in the order of the numbers, the lowest numbers are added first. A new number
 * is used only if there is no removed bucket.
 */
final class Buckets {
  private final SlotTable slots;
  private final Bag<Bucket> live = new Bag<>();
  private final RemovedBuckets removed = new RemovedBuckets();

  /** The array may be longer than needed. */
  private volatile AtomicReferenceArray<@Nullable Bucket> byNumber;

  private volatile int numbers;

  /** Whether each number has a fixed address in memory that ends after the last one. */
  private final boolean isInOrder;

  /** The number of numbers once everything that was allocated is added. */
  private final AtomicInteger promised;

  /**
   * Creates the buckets of the table.
   *
   * @param isInOrder whether live buckets are to have the lowest numbers, since memory ends after
   *     the last of them
   */
  Buckets(SlotTable slots, boolean isInOrder) {
    this.slots = slots;
    this.isInOrder = isInOrder;
    this.promised = new AtomicInteger(slots.buckets());
    this.byNumber = new AtomicReferenceArray<>(Math.max(1, slots.buckets()));
    for (int number = 0; number < slots.buckets(); number++) {
      live.add(newBucket(number));
    }
  }

  // ---- reading

  /** Returns whether buckets with the highest numbers are to be removed first. */
  boolean isInOrder() {
    return isInOrder;
  }

  /** Returns the number of live buckets. */
  int count() {
    return live.count();
  }

  /** Returns how many numbers were ever used. */
  int numbers() {
    return numbers;
  }

  /** Returns the bucket of a number, live or removed, or null if there never was one. */
  @Nullable Bucket of(int number) {
    AtomicReferenceArray<@Nullable Bucket> now = byNumber;
    return number < now.length() ? now.get(number) : null;
  }

  /** Returns all buckets, live or removed, by number. */
  List<Bucket> all() {
    List<Bucket> all = new ArrayList<>(numbers);
    for (int number = 0; number < numbers; number++) {
      all.add(Objects.requireNonNull(of(number)));
    }
    return all;
  }

  /** Returns how many buckets occupy memory: live ones, and those removed but not yet collected. */
  int held() {
    int count = live.count();
    return count + removed.countWithMemory();
  }

  // ---- changing

  /**
   * Takes removed buckets, and allocates memory for those without, and for new ones.
   *
   * @param memory allocates the memory of buckets, by their numbers
   * @throws IllegalArgumentException when handles cannot address that many; nothing is changed then
   */
  Growth growth(int count, Function<int[], BucketBuffer[]> memory) {
    int left = removed.count() + Handle.MAX_BUCKETS - numbers;
    if (count > left) {
      throw new IllegalArgumentException(
          "A cache of %d buckets cannot get %d more: handles address %d more."
              .formatted(live.count(), count, left));
    }
    List<Spare> spares = removed.take(count, isInOrder ? Spare.BY_NUMBER : Spare.MEMORY_FIRST);
    int more = count - spares.size();
    int first = promised.getAndAdd(more);
    BucketBuffer[] allocated = null;
    try {
      IntStream again =
          spares.stream().filter(Buckets::lacks).mapToInt(each -> each.bucket().index);
      allocated =
          memory.apply(IntStream.concat(again, IntStream.range(first, first + more)).toArray());
    } finally {
      if (allocated == null) {
        promised.addAndGet(-more);
        removed.add(spares);
      }
    }
    return new Growth(spares, allocated);
  }

  private static boolean lacks(Spare spare) {
    return spare.memory() == null;
  }

  /** Buckets to be added by the thread that adds and removes. */
  final class Growth {
    private final List<Spare> spares;
    private final BucketBuffer[] allocated;

    private Growth(List<Spare> spares, BucketBuffer[] allocated) {
      this.spares = spares;
      this.allocated = allocated;
    }

    /** Adds the buckets and returns them. */
    List<Bucket> add() {
      List<Bucket> added = new ArrayList<>(spares.size() + allocated.length);
      int used = 0;
      for (Spare each : spares) {
        BucketBuffer memory = each.memory();
        added.add(Buckets.this.add(each.bucket(), memory == null ? allocated[used++] : memory));
      }
      while (used < allocated.length) {
        added.add(Buckets.this.add(null, allocated[used++]));
      }
      return added;
    }
  }

  private Bucket add(@Nullable Bucket removed, BucketBuffer memory) {
    int number = removed == null ? numbers : removed.index;
    // Before the number is visible: any thread that sees it may read its slots.
    slots.add(number, memory);
    Bucket bucket = removed == null ? newBucket(number) : removed;
    bucket.removed = false;
    bucket.retiring = false;
    live.add(bucket);
    return bucket;
  }

  private Bucket newBucket(int number) {
    AtomicReferenceArray<@Nullable Bucket> now = byNumber;
    if (number == now.length()) {
      now = new AtomicReferenceArray<>(Math.min(Handle.MAX_BUCKETS, 2 * number));
      for (int i = 0; i < number; i++) {
        now.setPlain(i, byNumber.getPlain(i));
      }
    }
    Bucket bucket = new Bucket(number);
    now.set(number, bucket);
    byNumber = now;
    numbers = number + 1;
    return bucket;
  }

  /** Removes a bucket none of whose slots is used; does nothing if it is removed already. */
  void remove(Bucket bucket) {
    if (!bucket.removed) {
      bucket.removed = true;
      bucket.generation = bucket.nextGeneration(slots);
      BucketBuffer memory = slots.remove(bucket.index);
      live.remove(bucket);
      removed.add(List.of(new Spare(bucket, memory)));
    }
  }
}
