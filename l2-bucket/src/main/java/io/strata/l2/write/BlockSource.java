package io.strata.l2.write;

import java.nio.ByteBuffer;

/**
 * A block to be inserted: provides its bytes, and is told when it need not be kept any longer. The
 * store writes from one thread at a time, and calls {@link #release} exactly once.
 */
public interface BlockSource {
  /** Returns the length of the block in bytes, 1 or more; always the same. */
  int length();

  /** Returns the first of two words that the store keeps beside the block for the caller. */
  long attributes();

  /** Returns the second of these words. */
  long stamp();

  /** Returns whether the block is of an in-memory column family and should be evicted last. */
  boolean inMemory();

  /** Returns whether compression may make the block smaller. */
  default boolean isCompressible() {
    return true;
  }

  /**
   * Writes a part of the block; all of it, if the block fits one slot.
   *
   * @param part memory to fill from its position to its limit, big-endian
   * @param from the offset of the part in the block, in bytes
   */
  void writeTo(ByteBuffer part, int from);

  /** Releases the block; neither the store nor a reader that retained it uses it any more. */
  void release();
}
