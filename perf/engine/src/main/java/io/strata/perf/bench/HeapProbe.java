package io.strata.perf.bench;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Header;
import io.strata.perf.common.Heap;

/**
 * Measures heap per block: used heap after full collections, before and after inserting a million
 * blocks of 4 KB, and again after reading each. For Strata also the off-heap metadata: slot headers
 * and heads of the hash chains.
 *
 * <p>Command: {@code ./strata bench engine heap}.
 */
final class HeapProbe implements Probe {
  private static final int FILES = 50;

  @Override
  public void measure(CacheKind kind, boolean quick, Sink sink) throws InterruptedException {
    SampleFiles files = new SampleFiles(FILES, (quick ? 10_000 : 1_000_000) / FILES);
    long bytes = SmallBlocks.cacheBytes(files.blocks());
    try (ObservedCache observed = ObservedCache.open(kind, bytes, SmallBlocks.BYTES)) {
      // Warm-up: the first blocks load classes and start the cache's threads.
      Filling.put(observed.cache(), files, 0, 1_000, SmallBlocks::block);
      long before = Heap.usedBytes();
      int measured = files.blocks() - 1_000;
      Filling.put(observed.cache(), files, 1_000, measured, SmallBlocks::block);
      observed.awaitQuiet();
      if (observed.blocks() != files.blocks()) {
        throw new IllegalStateException("The cache has only " + observed.blocks() + " blocks.");
      }
      double cached = (double) (Heap.usedBytes() - before) / measured;
      for (int i = 0; i < files.blocks(); i++) {
        Filling.isCached(observed.cache(), files.key(i));
      }
      double read = (double) (Heap.usedBytes() - before) / measured;
      sink.figure("heap.cached", cached);
      sink.figure("heap.read", read);
      sink.figure("heap.metadata", Math.max(cached, read) + offHeap(kind, bytes, files.blocks()));
    }
  }

  /** Returns the off-heap metadata per block, in bytes; BucketCache has none. */
  private static double offHeap(CacheKind kind, long bytes, int blocks) {
    if (kind != CacheKind.STRATA) {
      return 0;
    }
    CapacityPlan plan = CapacityPlan.of(bytes, SmallBlocks.BYTES);
    long buckets = (long) plan.buckets() * BucketLayout.BUCKET_BYTES;
    return Header.BYTES + (double) (bytes - buckets - plan.inFlightBytes()) / blocks;
  }
}
