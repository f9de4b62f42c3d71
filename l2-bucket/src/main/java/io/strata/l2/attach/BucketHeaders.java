package io.strata.l2.attach;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteOrder;

/**
 * A copy of the headers of one bucket after another, each as it was when its attachment began. For
 * one thread.
 *
 * <p>One pass copies all headers, because they lie in a row: the processor loads them ahead, which
 * it cannot do for single loads that are ordered. A starting process also has no compiled code yet
 * in which such loads would be cheap.
 */
final class BucketHeaders {
  private static final int WORDS = Header.BYTES / Long.BYTES;
  private static final boolean LOWER_FIRST = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final SlotTable slots;
  private long[] words = {};

  BucketHeaders(SlotTable slots) {
    this.slots = slots;
  }

  /**
   * Copies the headers of a bucket.
   *
   * @param count how many
   */
  void read(int bucket, int count) {
    if (words.length < count * WORDS) {
      words = new long[count * WORDS];
    }
    slots.copyHeaders(bucket, words, count * WORDS);
  }

  long meta(int slot) {
    return words[slot * WORDS + Header.META / Long.BYTES];
  }

  long offset(int slot) {
    return words[slot * WORDS + Header.OFFSET / Long.BYTES];
  }

  long fileId(int slot) {
    return words[slot * WORDS + Header.FILE / Long.BYTES];
  }

  int length(int slot) {
    return intAt(slot, Header.LENGTH) & Header.LENGTH_MASK;
  }

  boolean isPacked(int slot) {
    return (intAt(slot, Header.LENGTH) & Header.PACKED) != 0;
  }

  /** Returns the slot in which the block continues, or {@link Handle#NONE}. */
  int nextPart(int slot) {
    return intAt(slot, Header.PART);
  }

  /** Returns where the slot's memory begins in its bucket, in bytes; 0 if it was not formatted. */
  int address(int slot) {
    return intAt(slot, Header.ADDRESS);
  }

  private int intAt(int slot, int field) {
    long word = words[slot * WORDS + field / Long.BYTES];
    boolean lower = (field % Long.BYTES == 0) == LOWER_FIRST;
    return (int) (lower ? word : word >>> Integer.SIZE);
  }
}
