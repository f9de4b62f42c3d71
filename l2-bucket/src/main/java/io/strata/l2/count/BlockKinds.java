package io.strata.l2.count;

import java.util.function.LongToIntFunction;

/**
 * The kinds of block that a store counts by themselves: what they are, only whoever offers blocks
 * knows.
 *
 * @param count how many there are, 1 or more
 * @param ofAttributes the kind of a block, 0 to {@code count} - 1, by the first of the words that
 *     it was offered with; must neither wait nor throw
 */
public record BlockKinds(int count, LongToIntFunction ofAttributes) {
  /** All blocks are of one kind. */
  public static final BlockKinds ONE = new BlockKinds(1, attributes -> 0);

  /** Checks the range. */
  public BlockKinds {
    if (count < 1) {
      throw new IllegalArgumentException("There must be a kind of block at least, not " + count);
    }
  }

  int of(long attributes) {
    return ofAttributes.applyAsInt(attributes);
  }
}
