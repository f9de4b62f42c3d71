package io.strata.l2.stream.segment;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Storage for the bytes of segments that need not be in memory. Thread-safe. */
@FunctionalInterface
public interface SegmentStorage {
  /**
   * Reads bytes that were reported by {@link SegmentIndex#persisted}. They may have been truncated
   * since the read began.
   *
   * @param segment name of the segment
   * @param offset offset of the first byte in the segment
   * @param into receives the bytes from its position to its limit; on the heap, big-endian
   * @throws IOException if the bytes cannot be read; passed to all readers of these bytes
   */
  void read(String segment, long offset, ByteBuffer into) throws IOException;
}
