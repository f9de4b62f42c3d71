package io.strata.l2.space;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The buckets by number, whether they are there or were removed. Thread-safe; one thread at a time
 * adds and removes, and one calls {@link #growth}, any look.
 *
 * <p>A number belongs to one {@link Bucket} for good. One that was removed comes back with its own
 * memory as long as that is there, before any other is allocated: so the buckets never hold more
 * than the most that were asked for, and the collector returns what is left over. There is a new
 * number only when no removed bucket can be had.
 */
final class Buckets {
  private final SlotTable slots;
  private final Bag<Bucket> live = new Bag<>();
  private final RemovedBuckets removed = new RemovedBuckets();

  /** The array has room for more. */
  private volatile AtomicReferenceArray<@Nullable Bucket> byNumber;

  private volatile int numbers;

  /** Has the buckets of the table. */
  Buckets(SlotTable slots) {
    this.slots = slots;
    this.byNumber = new AtomicReferenceArray<>(Math.max(1, slots.buckets()));
    for (int number = 0; number < slots.buckets(); number++) {
      live.add(newBucket(number));
    }
  }

  // ---- looking

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
   * Takes removed buckets that have memory, and allocates memory for the rest.
   *
   * @param memory allocates so many buckets, zeroed
   * @throws IllegalArgumentException when handles cannot name so many; nothing is changed then
   */
  Growth growth(int count, IntFunction<ByteBuffer[]> memory) {
    int left = removed.count() + Handle.MAX_BUCKETS - numbers;
    if (count > left) {
      throw new IllegalArgumentException(
          "A cache of %d buckets cannot get %d more: handles name %d more."
              .formatted(live.count(), count, left));
    }
    List<RemovedBuckets.Spare> spares = removed.takeWithMemory(count);
    ByteBuffer[] allocated = null;
    try {
      allocated = memory.apply(count - spares.size());
    } finally {
      if (allocated == null) {
        removed.add(spares);
      }
    }
    return new Growth(spares, allocated);
  }

  /** Buckets to be added, by the thread that adds and removes. */
  final class Growth {
    private final List<RemovedBuckets.Spare> spares;
    private final ByteBuffer[] allocated;

    private Growth(List<RemovedBuckets.Spare> spares, ByteBuffer[] allocated) {
      this.spares = spares;
      this.allocated = allocated;
    }

    /** Adds them, and returns them. */
    List<Bucket> add() {
      List<Bucket> added = new ArrayList<>(spares.size() + allocated.length);
      for (RemovedBuckets.Spare each : spares) {
        added.add(Buckets.this.add(each.bucket(), each.memory()));
      }
      for (ByteBuffer each : allocated) {
        added.add(Buckets.this.add(removed.pollWithoutMemory(), each));
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
      removed.add(List.of(new RemovedBuckets.Spare(bucket, memory)));
    }
  }
}
