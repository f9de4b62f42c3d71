package io.strata.l2.stream.segment;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/** A read of bytes on the heap, as fetched from the storage. */
final class FetchedRead implements SegmentRead {
  private final ByteBuffer bytes;

  /**
   * @param bytes the bytes from position to limit; read-only, and its position must not change
   */
  FetchedRead(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  @Override
  public int length() {
    return bytes.remaining();
  }

  @Override
  public List<ByteBuffer> buffers() {
    return List.of(bytes.slice());
  }

  @Override
  public void copyTo(ByteBuffer target) {
    Objects.checkFromIndexSize(target.position(), length(), target.limit());
    target.put(bytes.slice());
  }

  @Override
  public boolean wasCached() {
    return false;
  }

  @Override
  public void release() {
    // The garbage collector frees the bytes.
  }
}
