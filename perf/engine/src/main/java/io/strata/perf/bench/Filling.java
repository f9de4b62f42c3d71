package io.strata.perf.bench;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/** Fills a cache with blocks, retrying inserts that the cache drops. Stateless. */
final class Filling {
  /** Number of inserts in flight before the first of them is verified. */
  private static final int WINDOW = 64;

  private static final int MAX_RETRIES = 1_000_000;
  private static final long PAUSE_NANOS = 50_000;

  private record PendingInsert(BlockCacheKey key, HFileBlock block) {}

  private Filling() {}

  /**
   * Inserts the blocks from {@code first} on, and waits until each has been in the cache. Does not
   * read blocks if the cache can report their presence otherwise, as a read changes the policy
   * state of some caches.
   *
   * @throws IllegalStateException if the cache keeps dropping a block
   */
  static void put(
      BlockCache cache, SampleFiles files, int first, int count, IntFunction<HFileBlock> blocks) {
    ArrayDeque<PendingInsert> window = new ArrayDeque<>(WINDOW);
    for (int i = first; i < first + count; i++) {
      PendingInsert next = new PendingInsert(files.key(i), blocks.apply(i));
      cache.cacheBlock(next.key, next.block);
      if (window.size() == WINDOW) {
        retryUntilCached(cache, window.remove());
      }
      window.add(next);
    }
    window.forEach(each -> retryUntilCached(cache, each));
  }

  private static void retryUntilCached(BlockCache cache, PendingInsert insert) {
    for (int i = 0; !isPresent(cache, insert.key); i++) {
      if (i == MAX_RETRIES) {
        throw new IllegalStateException("The cache keeps dropping " + insert.key + ".");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      cache.cacheBlock(insert.key, insert.block);
    }
  }

  private static boolean isPresent(BlockCache cache, BlockCacheKey key) {
    return cache.isAlreadyCached(key).orElseGet(() -> isCached(cache, key));
  }

  /** Returns whether a block can be read now; does not count as a hit. */
  static boolean isCached(BlockCache cache, BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, false, true, false);
    if (block == null) {
      return false;
    }
    block.release();
    return true;
  }
}
