package io.strata.l2.stream.buffer;

/**
 * Adjacent blocks of a buffer.
 *
 * @param buffer the buffer
 * @param first number of the first block
 * @param count number of blocks
 */
public record Run(BlockBuffer buffer, int first, int count) {
  /** Returns the number of the last block. */
  public int last() {
    return first + count - 1;
  }
}
