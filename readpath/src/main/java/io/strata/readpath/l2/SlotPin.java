package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import org.apache.hadoop.hbase.io.ByteBuffAllocator.Recycler;

/** One pin of a slot as HBase's reference count sees it: what is called when the count is zero. */
final class SlotPin implements Recycler {
  private final BlockStore<CacheableSource> store;
  private final int handle;

  SlotPin(BlockStore<CacheableSource> store, int handle) {
    this.store = store;
    this.handle = handle;
  }

  @Override
  public void free() {
    store.unpin(handle);
  }
}
