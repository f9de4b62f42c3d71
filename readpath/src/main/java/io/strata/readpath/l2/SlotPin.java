package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import org.apache.hadoop.hbase.io.ByteBuffAllocator.Recycler;
import org.apache.hadoop.hbase.nio.RefCnt;

/**
 * A reference count of HBase that stands for one pin of a slot. The caller that releases the last
 * reference unpins the slot. Thread-safe.
 *
 * <p>HBase's count calls a recycler at zero, which would cost one more object per hit. So all pins
 * share a no-op recycler, and unpin when {@code release} returns true, which it does exactly once.
 * The shared recycler is not {@code Recycler.NONE}, by which HBase knows memory that needs no
 * release. HBase's leak detector samples these counts like its own.
 */
final class SlotPin extends RefCnt {
  private static final Recycler AT_RELEASE = () -> {};

  private final BlockStore<CacheableSource> store;
  private final int handle;

  /** Takes over the caller's pin. */
  SlotPin(BlockStore<CacheableSource> store, int handle) {
    super(AT_RELEASE);
    this.store = store;
    this.handle = handle;
  }

  @Override
  public boolean release() {
    return unpinIf(super.release());
  }

  @Override
  public boolean release(int decrement) {
    return unpinIf(super.release(decrement));
  }

  private boolean unpinIf(boolean last) {
    if (last) {
      store.unpin(handle);
    }
    return last;
  }
}
