package io.strata.l2.stream.segment;

/**
 * Neighbouring bytes of a segment.
 *
 * @param from the offset of the first one
 * @param to the offset behind the last one
 */
record Range(long from, long to) {
  boolean contains(long offset) {
    return from <= offset && offset < to;
  }

  /** How many there are, of a range that a buffer can hold. */
  int bytes() {
    return Math.toIntExact(to - from);
  }
}
