package io.strata.l2.compress;

import java.nio.ByteBuffer;

/** A compression algorithm that needs nothing besides the block. Thread-safe. */
public interface BlockCompressor extends BlockDecompressor {
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
}
