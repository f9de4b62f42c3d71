package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.readpath.listing.ListedBlock;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;

/** Iterates over the blocks of a store for HBase's pages, bucket by bucket. Not thread-safe. */
final class BlockList implements Iterator<CachedBlock> {
  private final BlockStore<?> store;
  private final ArrayDeque<CachedBlock> ofBucket = new ArrayDeque<>();
  private int nextBucket;

  BlockList(BlockStore<?> store) {
    this.store = store;
  }

  @Override
  public boolean hasNext() {
    while (ofBucket.isEmpty() && nextBucket < store.inspection().buckets()) {
      store
          .inspection()
          .forEachIn(
              nextBucket++,
              (file, offset, length, attributes, stamp, inMemory, pins) ->
                  ofBucket.add(
                      new ListedBlock(
                          file,
                          offset,
                          length,
                          BlockAttributes.type(attributes),
                          BlockAttributes.cachedNanos(stamp),
                          inMemory)));
    }
    return !ofBucket.isEmpty();
  }

  @Override
  public CachedBlock next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ofBucket.remove();
  }
}
