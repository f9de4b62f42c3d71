package io.strata.l2.layout;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The slot sizes for which buckets are formatted, ascending. Immutable.
 *
 * <p>A block larger than the largest slot occupies several: as many of the largest as it fills, and
 * one for the remainder.
 *
 * <p>Unless the caller fixes them ({@link #of}), classes are at most {@link #LARGEST_LEARNT} bytes
 * and are chosen again, from the sizes of the inserted blocks, while the store runs ({@link
 * SizePlanner}). Larger slots would waste more of a bucket: on average, half a slot is left over
 * behind the last one, which is a thirty-second of the bucket for the largest slots.
 */
public final class SizeClasses {
  /**
   * The largest learned slot, in bytes: sixteen fit into a bucket, also if it was formatted for
   * blocks of 8 KB before. It holds a block of 128 KB, the next size after HBase's default that is
   * common, with a usual row beyond its end.
   */
  public static final int LARGEST_LEARNT =
      (BucketLayout.BUCKET_BYTES - 256 * Header.BYTES) / 16 & -BucketLayout.ALIGNMENT;

  private static final int STEPS_PER_DOUBLING = 16;

  private final int[] slotBytes;
  private final boolean fixed;

  private SizeClasses(SortedSet<Integer> sizes, boolean fixed) {
    this.slotBytes = sizes.stream().mapToInt(Integer::intValue).toArray();
    this.fixed = fixed;
  }

  /**
   * Returns the initial classes, for sizes not yet known: {@value #STEPS_PER_DOUBLING} for each
   * doubling, each as wide as possible without fewer slots fitting into a bucket.
   */
  public static SizeClasses geometric() {
    return new SizeClasses(steps(STEPS_PER_DOUBLING), false);
  }

  /**
   * Returns classes for learned sizes, and a coarse one for each doubling, so that a block of any
   * other size has a slot too.
   *
   * @param sizes in bytes, each from 1 to {@link #LARGEST_LEARNT}
   */
  public static SizeClasses learnt(Collection<Integer> sizes) {
    SortedSet<Integer> all = steps(1);
    sizes.forEach(size -> all.add(learntSlot(size)));
    return new SizeClasses(all, false);
  }

  /**
   * Returns the slot size for blocks of this length: the largest of which as many fit into a
   * bucket.
   */
  static int learntSlot(int bytes) {
    int min = Math.max(BucketLayout.MIN_SLOT_BYTES, BucketLayout.align(bytes));
    return Math.min(LARGEST_LEARNT, BucketLayout.widest(min));
  }

  private static SortedSet<Integer> steps(int perDoubling) {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (int base = BucketLayout.MIN_SLOT_BYTES; base < LARGEST_LEARNT; base *= 2) {
      for (int step = 0; step < perDoubling; step++) {
        sizes.add(learntSlot(base + (int) ((long) base * step / perDoubling)));
      }
    }
    sizes.add(LARGEST_LEARNT);
    return sizes;
  }

  /**
   * Returns classes fixed by the caller.
   *
   * <p>A bucket keeps the headers of the smallest slots that it was ever formatted for ({@link
   * BucketLayout}). A size that does not fit beside the maximum of headers is replaced by two: the
   * largest that fits, and the remainder of a block of that size.
   *
   * @param sizes in bytes, in any order, each 1 or more, also more than a bucket; rounded up to
   *     {@link BucketLayout#ALIGNMENT} and {@link BucketLayout#MIN_SLOT_BYTES}
   * @throws IllegalArgumentException when there is none, or one is not positive
   */
  public static SizeClasses of(int... sizes) {
    if (sizes.length == 0) {
      throw new IllegalArgumentException("No slot size is given: name at least one.");
    }
    TreeSet<Integer> sorted = new TreeSet<>();
    for (int size : sizes) {
      if (size < 1) {
        throw new IllegalArgumentException(
            "A slot of " + size + " bytes is too small: give 1 byte or more.");
      }
      sorted.add(size);
    }
    return new SizeClasses(besideHeaders(sorted), true);
  }

  private static SortedSet<Integer> besideHeaders(SortedSet<Integer> sizes) {
    int smallest = slotOf(Math.min(sizes.first(), BucketLayout.MAX_SLOT_BYTES));
    int headers = BucketLayout.slots(smallest, 0) * Header.BYTES;
    int largest = (BucketLayout.BUCKET_BYTES - headers) & -BucketLayout.ALIGNMENT;
    TreeSet<Integer> all = new TreeSet<>();
    for (int size : sizes) {
      if (size >= largest) {
        all.add(largest);
      }
      int rest = size % largest;
      if (rest > 0) {
        all.add(Math.max(smallest, slotOf(rest)));
      }
    }
    return all;
  }

  private static int slotOf(int bytes) {
    return Math.max(BucketLayout.MIN_SLOT_BYTES, BucketLayout.align(bytes));
  }

  /** Returns whether the caller fixed the classes. */
  public boolean areFixed() {
    return fixed;
  }

  /** Returns the number of classes. */
  public int count() {
    return slotBytes.length;
  }

  /** Returns the bytes of a slot of the class. */
  public int slotBytes(int sizeClass) {
    return slotBytes[sizeClass];
  }

  /** Returns the sizes, ascending. */
  public List<Integer> sizes() {
    return Arrays.stream(slotBytes).boxed().toList();
  }

  /** Returns the bytes of the largest slot. */
  public int largest() {
    return slotBytes[slotBytes.length - 1];
  }

  /** Returns the smallest class whose slots hold a block of this length, or -1 if none does. */
  public int classFor(int bytes) {
    int found = Arrays.binarySearch(slotBytes, bytes);
    int sizeClass = found >= 0 ? found : -found - 1;
    return sizeClass < slotBytes.length ? sizeClass : -1;
  }
}
