package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import org.apache.hadoop.hbase.io.ByteBuffAllocator.Recycler;
import org.apache.hadoop.hbase.nio.RefCnt;

/**
 * One pin of a slot as HBase's reference count: whoever brings the count to zero lets go of the
 * pin. Thread-safe.
 *
 * <p>HBase's count calls a recycler at zero, which would be one object more for each hit. So this
 * gives it a recycler that all share and that does nothing (but is not the one by which HBase knows
 * memory that need not be released), and looks at what {@code release} answers instead, which is
 * true exactly once. HBase's leak detector samples these counts as it does its own.
 */
final class SlotPin extends RefCnt {
  private static final Recycler AT_RELEASE = () -> {};

  private final BlockStore<CacheableSource> store;
  private final int handle;

  /** Takes over a pin of the caller's. */
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
