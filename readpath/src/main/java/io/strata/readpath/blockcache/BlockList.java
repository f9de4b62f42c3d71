package io.strata.readpath.blockcache;

import io.strata.l2.Inspection;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;

/** Iterates over the off-heap blocks for HBase's pages, bucket by bucket. Not thread-safe. */
final class BlockList implements Iterator<CachedBlock> {
  private final Inspection inspection;
  private final ArrayDeque<CachedBlock> ofBucket = new ArrayDeque<>();
  private int nextBucket;

  BlockList(Inspection inspection) {
    this.inspection = inspection;
  }

  @Override
  public boolean hasNext() {
    while (ofBucket.isEmpty() && nextBucket < inspection.buckets()) {
      inspection.forEachIn(
          nextBucket++,
          (file, offset, length, attributes, stamp, inMemory, pins) ->
              ofBucket.add(
                  new ListedBlock(
                      file,
                      offset,
                      length,
                      OffHeapBlockCache.typeOf(attributes),
                      OffHeapBlockCache.cachedNanos(stamp),
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
