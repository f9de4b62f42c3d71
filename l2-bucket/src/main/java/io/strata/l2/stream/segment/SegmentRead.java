package io.strata.l2.stream.segment;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Neighbouring bytes of a segment, where they lie. They stay as they are until {@link #release},
 * whatever becomes of the segment; nothing of the read must be used afterwards. Safe for use by any
 * number of threads, of which one releases it.
 */
public sealed interface SegmentRead extends AutoCloseable permits CachedRead, FetchedRead {
  /** How many bytes there are; 1 or more. */
  int length();

  /** The bytes in order, read-only and big-endian, in as few pieces as they lie in. */
  List<ByteBuffer> buffers();

  /**
   * Copies all bytes to the target's position, which moves behind them.
   *
   * @throws IndexOutOfBoundsException when the target has no room for them
   */
  void copyTo(ByteBuffer target);

  /** All bytes, copied. */
  default byte[] toByteArray() {
    byte[] bytes = new byte[length()];
    copyTo(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /** Whether they were in memory, and not read from the storage for this. */
  boolean wasCached();

  /**
   * Lets the bytes go.
   *
   * @throws IllegalStateException when that was done before, of bytes that were in memory
   */
  void release();

  /** As {@link #release}. */
  @Override
  default void close() {
    release();
  }
}
