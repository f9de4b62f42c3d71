package io.strata.l2.stream.segment;

import io.strata.l2.stream.StreamView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A read of bytes in a cache entry, which it keeps pinned. */
final class CachedRead implements SegmentRead {
  private final StreamView view;
  private final int from;
  private final int length;

  CachedRead(StreamView view, int from, int length) {
    this.view = view;
    this.from = from;
    this.length = length;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public List<ByteBuffer> buffers() {
    List<ByteBuffer> pieces = new ArrayList<>();
    int skip = from;
    int left = length;
    for (ByteBuffer piece : view.buffers()) {
      int count = Math.min(left, piece.remaining() - skip);
      if (count > 0) {
        pieces.add(piece.slice(skip, count));
        left -= count;
      }
      skip = Math.max(0, skip - piece.remaining());
    }
    return pieces;
  }

  @Override
  public void copyTo(ByteBuffer target) {
    view.copyTo(target, from, length);
  }

  @Override
  public boolean wasCached() {
    return true;
  }

  @Override
  public void release() {
    view.release();
  }
}
