package io.strata.l2.stream.segment;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Consecutive bytes of a segment, in place. They do not change until {@link #release}, whatever
 * happens to the segment. After that, neither the read nor the buffers it returned may be used.
 * Thread-safe; one thread must release it, once.
 */
public sealed interface SegmentRead extends AutoCloseable permits CachedRead, FetchedRead {
  /** Returns the number of bytes, 1 or more. */
  int length();

  /** Returns the bytes in order, in read-only, big-endian buffers. */
  List<ByteBuffer> buffers();

  /**
   * Copies all bytes to the target's position, which is advanced.
   *
   * @throws IndexOutOfBoundsException if the target has too few bytes remaining
   */
  void copyTo(ByteBuffer target);

  /** Returns a copy of all bytes. */
  default byte[] toByteArray() {
    byte[] bytes = new byte[length()];
    copyTo(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /** Returns whether the bytes were in memory, rather than fetched from the storage. */
  boolean wasCached();

  /**
   * Releases the bytes.
   *
   * @throws IllegalStateException if bytes that were in memory are released already
   */
  void release();

  /** As {@link #release}. */
  @Override
  default void close() {
    release();
  }
}
