package io.strata.perf.bench;

import io.strata.l2.StoreStatistics;
import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;

/**
 * An off-heap cache with uniform access to its statistics. Statistics are exact only after {@link
 * #awaitQuiet}.
 */
abstract class ObservedCache implements AutoCloseable {
  private static final long POLL_MILLIS = 1;

  private final BlockCache cache;

  private ObservedCache(BlockCache cache) {
    this.cache = cache;
  }

  /**
   * Opens a cache.
   *
   * @param bytes capacity
   * @param blockBytes expected block size
   */
  static ObservedCache open(CacheKind kind, long bytes, int blockBytes) {
    if (kind == CacheKind.STRATA) {
      return new ObservedStrata(CacheKind.strata(bytes, blockBytes));
    }
    if (kind.open(bytes, blockBytes) instanceof BucketCache bucketCache) {
      return new ObservedBucketCache(bucketCache);
    }
    throw new IllegalArgumentException(kind.title() + " is not an off-heap cache.");
  }

  final BlockCache cache() {
    return cache;
  }

  /** Returns the number of cached blocks. */
  abstract long blocks();

  /** Returns the bytes of the cached blocks. */
  abstract long blockBytes();

  /** Returns the number of blocks evicted so far, for any reason. */
  abstract long evicted();

  /** Waits until all earlier inserts and evictions are done. */
  abstract void awaitQuiet() throws InterruptedException;

  /** Begins to record the steps of the background thread; empty if the cache has none. */
  Optional<BackgroundSteps> backgroundSteps() {
    return Optional.empty();
  }

  /** Shuts the cache down and frees its memory. */
  @Override
  public void close() {
    cache.shutdown();
  }

  private static final class ObservedStrata extends ObservedCache {
    private final StrataCache whole;
    private final OffHeapBlockCache strata;

    ObservedStrata(StrataCache whole) {
      super(new StrataSecondLevel(whole.offHeap()));
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
    long blockBytes() {
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

    @Override
    Optional<BackgroundSteps> backgroundSteps() {
      return Optional.of(BackgroundSteps.of(strata));
    }
  }

  private static final class ObservedBucketCache extends ObservedCache {
    private final BucketCache bucketCache;
    private final List<Thread> writers;

    ObservedBucketCache(BucketCache bucketCache) {
      super(bucketCache);
      this.bucketCache = bucketCache;
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
      return bucketCache.getBackingMap().size();
    }

    @Override
    long blockBytes() {
      return bucketCache.getRealCacheSize();
    }

    @Override
    long evicted() {
      return bucketCache.getStats().getEvictedCount();
    }

    /** Waits until every writer waits for its queue, which means that it has no work left. */
    @Override
    void awaitQuiet() throws InterruptedException {
      while (!writers.stream().allMatch(ObservedBucketCache::waitsForBlocks)) {
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
