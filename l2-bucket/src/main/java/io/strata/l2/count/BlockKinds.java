package io.strata.l2.count;

import java.util.function.LongToIntFunction;

/**
 * The kinds of blocks that a store counts separately. Only the caller knows what they mean.
 *
 * @param count number of kinds, 1 or more
 * @param ofAttributes returns the kind of a block, 0 to {@code count} - 1, from the first of the
 *     caller's words; must neither wait nor throw
 */
public record BlockKinds(int count, LongToIntFunction ofAttributes) {
  /** A single kind for all blocks. */
  public static final BlockKinds ONE = new BlockKinds(1, attributes -> 0);

  /** Checks the range. */
  public BlockKinds {
    if (count < 1) {
      throw new IllegalArgumentException("Expected at least one kind of block, not " + count);
    }
  }

  int of(long attributes) {
    return ofAttributes.applyAsInt(attributes);
  }
}
