package io.strata.l2.testing;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import io.strata.l2.memory.BucketMemory;
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
  private static final List<BucketBuffer> FREE = new ArrayList<>();
  private static final byte[] ZEROES = new byte[HEADERS_BYTES];

  private final List<BucketBuffer> given = new ArrayList<>();

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public BucketBuffer[] allocate(int buckets) {
    BucketBuffer[] all = new BucketBuffer[buckets];
    for (int i = 0; i < buckets; i++) {
      all[i] = FREE.isEmpty() ? BucketMemory.direct().allocate(1)[0] : FREE.remove(FREE.size() - 1);
      given.add(all[i]);
    }
    return all;
  }

  /** Takes the buckets back; the store must be closed, without views in use. */
  public void reclaim() {
    for (BucketBuffer bucket : given) {
      bucket.view().put(0, ZEROES);
      FREE.add(bucket);
    }
    given.clear();
  }

  /** Drops the buckets that no store uses. */
  public static void drop() {
    FREE.clear();
  }
}
