package io.strata.readpath.trace;

/**
 * Packs a record into two words for a {@link RecordRing}. The first holds kind, attributes, file
 * number and length, and is never 0; the second holds the offset. A length that does not fit, such
 * as that of a range, is put into a separate record before it. Stateless.
 */
final class PackedRecord {
  /** The kind of a record whose second word is the length of the next record. */
  static final int LENGTH = 15;

  /** Exclusive upper bound of file numbers. */
  static final int FILES = 1 << 24;

  private static final int ATTRIBUTES_SHIFT = 4;
  private static final int FILE_SHIFT = 12;
  private static final int LENGTH_SHIFT = 36;
  private static final int LENGTH_BITS = Long.SIZE - LENGTH_SHIFT;
  private static final int KIND_MASK = (1 << ATTRIBUTES_SHIFT) - 1;
  private static final int ATTRIBUTES_MASK = 0xff;

  private PackedRecord() {}

  /** Returns whether a length fits the first word. */
  static boolean fits(long length) {
    return length >>> LENGTH_BITS == 0;
  }

  /** Returns the first word, of a kind from 1 to 15 and 8 bits of attributes. */
  static long of(int kind, int attributes, int file, long length) {
    return length << LENGTH_SHIFT
        | (long) file << FILE_SHIFT
        | (long) attributes << ATTRIBUTES_SHIFT
        | kind;
  }

  static int kind(long first) {
    return (int) first & KIND_MASK;
  }

  static int attributes(long first) {
    return (int) (first >>> ATTRIBUTES_SHIFT) & ATTRIBUTES_MASK;
  }

  static int file(long first) {
    return (int) (first >>> FILE_SHIFT) & (FILES - 1);
  }

  static long length(long first) {
    return first >>> LENGTH_SHIFT;
  }
}
