package io.strata.l2.compress;

import java.nio.ByteBuffer;

/** Decompresses the blocks of an algorithm. Thread-safe. */
public interface BlockDecompressor {
  /** Returns the id that is stored with each packed block, 1 to 127; never reused. */
  int id();

  /** Returns the name used in the configuration and in messages. */
  String title();

  /**
   * Returns whether this process has all that {@link #decompress} needs besides the block.
   *
   * @param from the compressed block, between position and limit; not changed
   */
  default boolean canDecompress(ByteBuffer from) {
    return true;
  }

  /**
   * Decompresses a block.
   *
   * @param from the compressed block, between position and limit; direct, not changed
   * @param to a direct buffer of the block's length, filled from its position to its limit
   * @throws IllegalArgumentException if {@code from} does not hold a block of that length; nothing
   *     outside of {@code to} is written then
   */
  void decompress(ByteBuffer from, ByteBuffer to);
}
