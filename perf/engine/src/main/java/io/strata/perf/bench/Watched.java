package io.strata.perf.bench;

import io.strata.l2.StoreStatistics;
import io.strata.readpath.StrataBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;

/**
 * An off-heap cache and what it says of itself, in the same words for each kind. The accounts are
 * exact only after {@link #awaitQuiet}.
 */
abstract class Watched implements AutoCloseable {
  private static final long POLL_MILLIS = 1;

  private final BlockCache cache;

  private Watched(BlockCache cache) {
    this.cache = cache;
  }

  /**
   * Opens a cache.
   *
   * @param bytes what it may take
   * @param blockBytes the size that it is told to expect of blocks
   */
  static Watched open(CacheKind kind, long bytes, int blockBytes) {
    if (kind == CacheKind.STRATA) {
      return new Strata(CacheKind.strata(bytes, blockBytes));
    }
    if (kind.open(bytes, blockBytes) instanceof BucketCache bucketCache) {
      return new Peer(bucketCache);
    }
    throw new IllegalArgumentException(kind.title() + " is no off-heap cache.");
  }

  final BlockCache cache() {
    return cache;
  }

  /** Blocks that are in the cache's memory. */
  abstract long blocks();

  /** Bytes of those blocks. */
  abstract long usefulBytes();

  /** Blocks that were in the cache's memory and went, for whatever reason. */
  abstract long evicted();

  /** Waits until what was offered or evicted before has been done. */
  abstract void awaitQuiet() throws InterruptedException;

  /** Ends the cache, so that its memory can be had again. */
  @Override
  public void close() {
    cache.shutdown();
  }

  private static final class Strata extends Watched {
    private final StrataBlockCache whole;
    private final OffHeapBlockCache strata;

    Strata(StrataBlockCache whole) {
      super(whole.offHeap());
      this.whole = whole;
      this.strata = whole.offHeap();
      strata.awaitMemory();
    }

    @Override
    public void close() {
      whole.shutdown();
    }

    @Override
    long blocks() {
      return strata.statistics().blocks();
    }

    @Override
    long usefulBytes() {
      return strata.statistics().bytes();
    }

    @Override
    long evicted() {
      StoreStatistics now = strata.statistics();
      return now.evictedForRoom() + now.evictedByRequest();
    }

    @Override
    void awaitQuiet() throws InterruptedException {
      strata.awaitQuiet();
    }
  }

  private static final class Peer extends Watched {
    private final BucketCache peer;
    private final List<Thread> writers;

    Peer(BucketCache peer) {
      super(peer);
      this.peer = peer;
      this.writers =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().contains("BucketCacheWriter"))
              .toList();
      if (writers.isEmpty()) {
        throw new IllegalStateException("BucketCache has no writer threads.");
      }
    }

    @Override
    long blocks() {
      return peer.getBackingMap().size();
    }

    @Override
    long usefulBytes() {
      return peer.getRealCacheSize();
    }

    @Override
    long evicted() {
      return peer.getStats().getEvictedCount();
    }

    /** A writer that waits for its queue has nothing left to do. */
    @Override
    void awaitQuiet() throws InterruptedException {
      while (!writers.stream().allMatch(Peer::waitsForBlocks)) {
        Thread.sleep(POLL_MILLIS);
      }
    }

    private static boolean waitsForBlocks(Thread writer) {
      return Arrays.stream(writer.getStackTrace())
          .anyMatch(
              frame ->
                  frame.getClassName().endsWith("ArrayBlockingQueue")
                      && frame.getMethodName().equals("take"));
    }
  }
}
