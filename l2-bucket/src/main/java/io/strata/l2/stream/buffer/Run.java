package io.strata.l2.stream.buffer;

/**
 * Neighbouring blocks of one buffer.
 *
 * @param buffer whose blocks they are
 * @param first the number of the first one
 * @param count how many there are
 */
public record Run(BlockBuffer buffer, int first, int count) {
  /** The number of the last one. */
  public int last() {
    return first + count - 1;
  }
}
