package io.strata.l2.pool;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.RemovedBuckets.Spare;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The buckets by number, whether they are there or were removed. Thread-safe; one thread at a time
 * adds and removes, and one calls {@link #growth}, any look.
 *
 * <p>A number belongs to one {@link Bucket} for good. One that was removed comes back with its own
 * memory as long as that is there, before any other is allocated: so the buckets never hold more
 * than the most that were asked for, and the collector returns what is left over. Where memory is
 * in the order of the numbers, the lowest ones come back first. There is a new number only when no
 * removed bucket can be had.
 */
final class Buckets {
  private final SlotTable slots;
  private final Bag<Bucket> live = new Bag<>();
  private final RemovedBuckets removed = new RemovedBuckets();

  /** The array has room for more. */
  private volatile AtomicReferenceArray<@Nullable Bucket> byNumber;

  private volatile int numbers;

  /** Whether each number has a place in memory, and memory ends behind the last one. */
  private final boolean isInOrder;

  /** How many numbers there will be, once what was allocated is added. */
  private final AtomicInteger promised;

  /**
   * Has the buckets of the table.
   *
   * @param isInOrder whether they are to have the lowest numbers, since memory ends behind the last
   *     of them
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

  // ---- looking

  /** Whether those of the highest numbers are to be removed first. */
  boolean isInOrder() {
    return isInOrder;
  }

  /** How many there are. */
  int count() {
    return live.count();
  }

  /** How many numbers buckets ever had. */
  int numbers() {
    return numbers;
  }

  /** The bucket of a number, there or removed; null when there never was one. */
  @Nullable Bucket of(int number) {
    AtomicReferenceArray<@Nullable Bucket> now = byNumber;
    return number < now.length() ? now.get(number) : null;
  }

  /** All that there ever were, by number. */
  List<Bucket> all() {
    return IntStream.range(0, numbers).mapToObj(this::of).filter(Objects::nonNull).toList();
  }

  /** How many take memory: those that there are, and those removed but not collected. */
  int held() {
    int count = live.count();
    return count + removed.countWithMemory();
  }

  // ---- changing

  /**
   * Takes removed buckets, and allocates memory for those that have none, and for new ones.
   *
   * @param memory allocates the memory of buckets, by their numbers
   * @throws IllegalArgumentException when handles cannot name so many; nothing is changed then
   */
  Growth growth(int count, Function<int[], ByteBuffer[]> memory) {
    int left = removed.count() + Handle.MAX_BUCKETS - numbers;
    if (count > left) {
      throw new IllegalArgumentException(
          "A cache of %d buckets cannot get %d more: handles name %d more."
              .formatted(live.count(), count, left));
    }
    List<Spare> spares = removed.take(count, isInOrder ? Spare.BY_NUMBER : Spare.MEMORY_FIRST);
    int more = count - spares.size();
    int first = promised.getAndAdd(more);
    ByteBuffer[] allocated = null;
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

  /** Buckets to be added, by the thread that adds and removes. */
  final class Growth {
    private final List<Spare> spares;
    private final ByteBuffer[] allocated;

    private Growth(List<Spare> spares, ByteBuffer[] allocated) {
      this.spares = spares;
      this.allocated = allocated;
    }

    /** Adds them, and returns them. */
    List<Bucket> add() {
      List<Bucket> added = new ArrayList<>(spares.size() + allocated.length);
      int used = 0;
      for (Spare each : spares) {
        ByteBuffer memory = each.memory();
        added.add(Buckets.this.add(each.bucket(), memory == null ? allocated[used++] : memory));
      }
      while (used < allocated.length) {
        added.add(Buckets.this.add(null, allocated[used++]));
      }
      return added;
    }
  }

  private Bucket add(@Nullable Bucket removed, ByteBuffer memory) {
    int number = removed == null ? numbers : removed.index;
    // Whoever sees a number can ask for its slots.
    slots.add(number, memory);
    Bucket bucket = removed == null ? newBucket(number) : removed;
    bucket.gone = false;
    bucket.leaving = false;
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

  /** Removes a bucket none of whose slots is used; nothing happens when it was removed before. */
  void remove(Bucket bucket) {
    if (!bucket.gone) {
      bucket.gone = true;
      bucket.generation = slots.nextGeneration(bucket.index, bucket.headers);
      ByteBuffer memory = slots.remove(bucket.index);
      live.remove(bucket);
      removed.add(List.of(new Spare(bucket, memory)));
    }
  }
}
