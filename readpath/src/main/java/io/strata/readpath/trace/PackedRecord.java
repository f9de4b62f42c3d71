package io.strata.readpath.trace;

/**
 * How a record is packed into the two words that it takes in a {@link RecordRing}: kind,
 * attributes, number of the file and length in the first, which is never 0, and the offset in the
 * second. A length that does not fit, as that of a range may be, goes before in a record of its
 * own.
 */
final class PackedRecord {
  /** In place of a kind: the second word is the length of the record that follows. */
  static final int LENGTH = 15;

  /** Files have numbers below this. */
  static final int FILES = 1 << 24;

  private static final int ATTRIBUTES_SHIFT = 4;
  private static final int FILE_SHIFT = 12;
  private static final int LENGTH_SHIFT = 36;
  private static final int LENGTH_BITS = Long.SIZE - LENGTH_SHIFT;
  private static final int KIND_MASK = (1 << ATTRIBUTES_SHIFT) - 1;
  private static final int ATTRIBUTES_MASK = 0xff;

  private PackedRecord() {}

  /** Whether a length has room in the first word. */
  static boolean fits(long length) {
    return length >>> LENGTH_BITS == 0;
  }

  /** The first word; kind from 1 to 15, attributes of 8 bits. */
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
