package io.strata.l2.write;

import java.nio.ByteBuffer;

/**
 * A block that is offered to the store: what to copy, and what to do when it need not be kept any
 * longer. Called by one thread at a time for writing; {@link #release} is called exactly once.
 */
public interface BlockSource {
  /** Bytes of the block, 1 or more; always the same answer. */
  int length();

  /** Two words of the caller's own, kept beside the block. */
  long attributes();

  /** The second word. */
  long stamp();

  /** Whether the block's family asks to be evicted last. */
  boolean inMemory();

  /** Whether compression may make the block smaller. */
  default boolean isCompressible() {
    return true;
  }

  /**
   * Writes a part of the block: the whole of it, when the block lies in one slot.
   *
   * @param part memory, big-endian, to fill from its position to its limit
   * @param from where in the block the part begins, in bytes
   */
  void writeTo(ByteBuffer part, int from);

  /** The store, and every reader that was handed this, is done with it. */
  void release();
}
