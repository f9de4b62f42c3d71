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

  /**
   * Writes the block.
   *
   * @param slot the slot's memory, {@link #length} bytes from position 0, big-endian
   */
  void writeTo(ByteBuffer slot);

  /** The store, and every reader that was handed this, is done with it. */
  void release();
}
