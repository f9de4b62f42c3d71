package io.strata.l2.layout;

import java.util.Arrays;
import java.util.TreeSet;

/**
 * The sizes of slot that buckets are cut into, ascending. Immutable.
 *
 * <p>The default classes stand {@value #STEPS_PER_DOUBLING} to each doubling, each widened until no
 * larger slot would fit as often into a bucket, so that what a bucket has left over behind its last
 * slot is used too.
 */
public final class SizeClasses {
  private static final int STEPS_PER_DOUBLING = 16;

  private final int[] slotBytes;

  private SizeClasses(int[] slotBytes) {
    this.slotBytes = slotBytes;
  }

  /** The default classes. */
  public static SizeClasses geometric() {
    TreeSet<Integer> sizes = new TreeSet<>();
    for (int base = BucketLayout.MIN_SLOT_BYTES; base < BucketLayout.BUCKET_BYTES; base *= 2) {
      for (int step = 0; step < STEPS_PER_DOUBLING; step++) {
        int size = BucketLayout.align(base + (int) ((long) base * step / STEPS_PER_DOUBLING));
        if (size <= BucketLayout.MAX_SLOT_BYTES) {
          sizes.add(BucketLayout.widest(size));
        }
      }
    }
    sizes.add(BucketLayout.MAX_SLOT_BYTES);
    return new SizeClasses(sizes.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * Classes of the caller's choice.
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
    return new SizeClasses(sorted.stream().mapToInt(Integer::intValue).toArray());
  }

  /** How many classes there are. */
  public int count() {
    return slotBytes.length;
  }

  /** Bytes of a slot of the class. */
  public int slotBytes(int sizeClass) {
    return slotBytes[sizeClass];
  }

  /** The largest block, in bytes, that has a class. */
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
