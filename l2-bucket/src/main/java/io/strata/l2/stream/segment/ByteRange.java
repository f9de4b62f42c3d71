package io.strata.l2.stream.segment;

/**
 * Consecutive bytes of a segment.
 *
 * @param from offset of the first byte
 * @param to offset after the last byte
 */
record ByteRange(long from, long to) {
  boolean contains(long offset) {
    return from <= offset && offset < to;
  }

  /** Returns the number of bytes, for a range that a buffer can hold. */
  int bytes() {
    return Math.toIntExact(to - from);
  }
}
