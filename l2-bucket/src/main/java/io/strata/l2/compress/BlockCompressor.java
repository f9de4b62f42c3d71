package io.strata.l2.compress;

import java.nio.ByteBuffer;

/** A compression algorithm. Thread-safe. */
public interface BlockCompressor {
  /** Returns the number that stands with each block it compressed, 1 to 127; never reused. */
  int id();

  /** Returns the name by which it is configured. */
  String title();

  /**
   * Returns how many bytes the result of {@link #compress} can have at most.
   *
   * @param bytes of the block
   */
  int maxCompressedBytes(int bytes);

  /**
   * Compresses all of a block.
   *
   * @param from the block, between position and limit; direct, and not changed
   * @param to a direct buffer with room for {@link #maxCompressedBytes}, written from its position
   *     on; its position is behind the result afterwards
   */
  void compress(ByteBuffer from, ByteBuffer to);

  /**
   * Decompresses a block.
   *
   * @param from what {@link #compress} wrote, between position and limit; direct, and not changed
   * @param to a direct buffer of the block's length, filled from its position to its limit
   * @throws IllegalArgumentException when that is not what {@code from} holds; nothing outside of
   *     {@code to} is written then
   */
  void decompress(ByteBuffer from, ByteBuffer to);
}
