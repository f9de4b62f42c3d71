package io.strata.l2.slot;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Replaces a bucket that was removed; created with the first. */
final class RemovedBucket {
  /** Headers without a state, whose links end every chain. */
  static final ByteBuffer HEADERS = headers();

  private RemovedBucket() {}

  private static ByteBuffer headers() {
    int bytes = Handle.MAX_SLOTS * Header.BYTES;
    ByteBuffer headers =
        ByteBuffer.allocateDirect(bytes + BucketLayout.ALIGNMENT)
            .alignedSlice(BucketLayout.ALIGNMENT)
            .order(ByteOrder.nativeOrder());
    for (int at = 0; at < bytes; at += Integer.BYTES) {
      headers.putInt(at, Handle.NONE);
    }
    return headers;
  }
}
