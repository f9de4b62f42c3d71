package io.strata.l2.testing;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import io.strata.l2.memory.BucketMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Buckets reused by one store after another, because allocating and zeroing them for each store
 * would cost more than most sequences of operations. Only the bytes that headers may occupy are
 * zeroed again. The blocks of the last store stay, so the next one sees them if it reads what it
 * did not write. Not thread-safe.
 */
public final class PooledMemory implements BucketMemory {
  private static final int HEADERS_BYTES = Handle.MAX_SLOTS * Header.BYTES;
  private static final List<ByteBuffer> FREE = new ArrayList<>();
  private static final byte[] ZEROES = new byte[HEADERS_BYTES];

  private final List<ByteBuffer> given = new ArrayList<>();

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public ByteBuffer[] allocate(int buckets) {
    ByteBuffer[] all = new ByteBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      all[i] = FREE.isEmpty() ? makeBucket() : FREE.remove(FREE.size() - 1);
      given.add(all[i]);
    }
    return all;
  }

  private static ByteBuffer makeBucket() {
    return ByteBuffer.allocateDirect(BucketLayout.BUCKET_BYTES + BucketLayout.ALIGNMENT)
        .alignedSlice(BucketLayout.ALIGNMENT)
        .slice(0, BucketLayout.BUCKET_BYTES);
  }

  /** Takes the buckets back; the store must be closed, without views in use. */
  public void reclaim() {
    for (ByteBuffer bucket : given) {
      bucket.put(0, ZEROES);
      FREE.add(bucket);
    }
    given.clear();
  }

  /** Drops the buckets that no store uses. */
  public static void drop() {
    FREE.clear();
  }
}
