package io.strata.l2.stream.segment;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the bytes of segments are kept that need not be in memory. Thread-safe. */
@FunctionalInterface
public interface SegmentStorage {
  /**
   * Reads bytes that are there: {@link SegmentIndex#persisted} was told of them. They may have been
   * truncated since the read began.
   *
   * @param segment the name of the segment
   * @param offset in the segment, of the first byte
   * @param into is filled from its position to its limit; on the heap, big-endian
   * @throws IOException when that cannot be done; whoever reads these bytes gets it
   */
  void read(String segment, long offset, ByteBuffer into) throws IOException;
}
