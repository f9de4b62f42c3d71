package io.strata.l2.layout;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The sizes of slot that buckets are formatted into, ascending. Immutable.
 *
 * <p>A block that is larger than the largest slot lies in several: as many of the largest as it
 * fills, and one for the rest.
 *
 * <p>Unless they are {@link #of} the caller's choice, classes are {@link #LARGEST_LEARNT} bytes at
 * most and are chosen anew, from the sizes that arrive, while the store runs ({@link SizePlanner}).
 * Slots are no larger because a bucket has left over, behind its last slot, half a slot on average:
 * of the largest, a thirty-second of the bucket at worst.
 */
public final class SizeClasses {
  /**
   * The largest slot, in bytes, where the store chooses: sixteen to a bucket, also to one that was
   * formatted for blocks of 8 KB before.
   */
  public static final int LARGEST_LEARNT = (BucketLayout.BUCKET_BYTES - 512 * Header.BYTES) / 16;

  private static final int STEPS_PER_DOUBLING = 16;

  private final int[] slotBytes;
  private final boolean fixed;

  private SizeClasses(SortedSet<Integer> sizes, boolean fixed) {
    this.slotBytes = sizes.stream().mapToInt(Integer::intValue).toArray();
    this.fixed = fixed;
  }

  /**
   * Classes to begin with, when it is not known which sizes will come: {@value #STEPS_PER_DOUBLING}
   * to each doubling, each widened until no larger slot would fit as often into a bucket.
   */
  public static SizeClasses geometric() {
    return new SizeClasses(steps(STEPS_PER_DOUBLING), false);
  }

  /**
   * Classes for sizes that were learnt, and a coarse one for each doubling, so that a block of a
   * size never seen has a slot too.
   *
   * @param sizes bytes, each of 1 to {@link #LARGEST_LEARNT}
   */
  public static SizeClasses learnt(Collection<Integer> sizes) {
    SortedSet<Integer> all = steps(1);
    sizes.forEach(size -> all.add(learntSlot(size)));
    return new SizeClasses(all, false);
  }

  /** The slot for blocks of so many bytes: as large as it can be without fitting less often. */
  static int learntSlot(int bytes) {
    int least = Math.max(BucketLayout.MIN_SLOT_BYTES, BucketLayout.align(bytes));
    return Math.min(LARGEST_LEARNT, BucketLayout.widest(least));
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
   * Classes of the caller's choice, which stay as they are.
   *
   * <p>A bucket keeps the headers of the smallest slots that it was ever formatted for ({@link
   * BucketLayout}). A size that does not fit beside the most headers that any of the sizes needs is
   * replaced by two: the largest that fits, and what is left of a block of that size.
   *
   * @param sizes bytes, in any order, each of 1 to {@link BucketLayout#MAX_SLOT_BYTES}; rounded up
   *     to {@link BucketLayout#ALIGNMENT} and to at least {@link BucketLayout#MIN_SLOT_BYTES}
   * @throws IllegalArgumentException when there is none, or one is out of range
   */
  public static SizeClasses of(int... sizes) {
    if (sizes.length == 0) {
      throw new IllegalArgumentException("No slot size is given: name at least one.");
    }
    TreeSet<Integer> sorted = new TreeSet<>();
    for (int size : sizes) {
      if (size < 1 || size > BucketLayout.MAX_SLOT_BYTES) {
        throw new IllegalArgumentException(
            "A slot of "
                + size
                + " bytes does not fit a bucket: give 1 to "
                + BucketLayout.MAX_SLOT_BYTES
                + " bytes.");
      }
      sorted.add(Math.max(BucketLayout.MIN_SLOT_BYTES, BucketLayout.align(size)));
    }
    return new SizeClasses(besideHeaders(sorted), true);
  }

  private static SortedSet<Integer> besideHeaders(SortedSet<Integer> sizes) {
    int smallest = sizes.first();
    int headers = BucketLayout.slots(smallest, 0) * Header.BYTES;
    int largest = (BucketLayout.BUCKET_BYTES - headers) & -BucketLayout.ALIGNMENT;
    TreeSet<Integer> all = new TreeSet<>(sizes.headSet(largest + 1));
    for (int size : sizes.tailSet(largest + 1)) {
      all.add(largest);
      all.add(Math.max(smallest, size - largest));
    }
    return all;
  }

  /** Whether the caller chose them, so that they stay as they are. */
  public boolean areFixed() {
    return fixed;
  }

  /** How many classes there are. */
  public int count() {
    return slotBytes.length;
  }

  /** Bytes of a slot of the class. */
  public int slotBytes(int sizeClass) {
    return slotBytes[sizeClass];
  }

  /** The sizes, ascending. */
  public List<Integer> sizes() {
    return Arrays.stream(slotBytes).boxed().toList();
  }

  /** Bytes of the largest slot. */
  public int largest() {
    return slotBytes[slotBytes.length - 1];
  }

  /** The smallest class whose slots hold so many bytes, or -1 when none does. */
  public int classFor(int bytes) {
    int found = Arrays.binarySearch(slotBytes, bytes);
    int sizeClass = found >= 0 ? found : -found - 1;
    return sizeClass < slotBytes.length ? sizeClass : -1;
  }
}
