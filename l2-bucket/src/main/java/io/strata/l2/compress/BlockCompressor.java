package io.strata.l2.compress;

import java.nio.ByteBuffer;

/** A compression algorithm. Thread-safe. */
public interface BlockCompressor {
  /** Returns the id that is stored with each packed block, 1 to 127; never reused. */
  int id();

  /** Returns the name used in the configuration. */
  String title();

  /**
   * Returns the maximum size of the result of {@link #compress}, in bytes.
   *
   * @param bytes length of the block
   */
  int maxCompressedBytes(int bytes);

  /**
   * Compresses a block.
   *
   * @param from the block, between position and limit; direct, not changed
   * @param to a direct buffer with {@link #maxCompressedBytes} remaining; the result is written
   *     from its position, which is advanced past it
   */
  void compress(ByteBuffer from, ByteBuffer to);

  /**
   * Returns whether this process has all that {@link #decompress} needs besides the block.
   *
   * @param from a result of {@link #compress}, between position and limit; not changed
   */
  default boolean canDecompress(ByteBuffer from) {
    return true;
  }

  /**
   * Decompresses a block.
   *
   * @param from a result of {@link #compress}, between position and limit; direct, not changed
   * @param to a direct buffer of the block's length, filled from its position to its limit
   * @throws IllegalArgumentException if {@code from} does not hold a block of that length; nothing
   *     outside of {@code to} is written then
   */
  void decompress(ByteBuffer from, ByteBuffer to);
}
