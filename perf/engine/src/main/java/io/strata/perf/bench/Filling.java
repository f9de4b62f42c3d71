package io.strata.perf.bench;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/** Puts blocks into a cache, however slowly the cache takes them. Stateless. */
final class Filling {
  /** Blocks that are offered before the first of them is looked for. */
  private static final int WINDOW = 64;

  private static final int PATIENCE = 1_000_000;
  private static final long PAUSE_NANOS = 50_000;

  private record Offered(BlockCacheKey key, HFileBlock block) {}

  private Filling() {}

  /**
   * Caches the blocks from {@code first} on, and waits until each was there once. Reads no block
   * where the cache can say so without: a first read leaves its mark in some.
   *
   * @throws IllegalStateException when the cache does not take one, however often it is offered
   */
  static void put(
      BlockCache cache, SampleFiles files, int first, int count, IntFunction<HFileBlock> blocks) {
    ArrayDeque<Offered> window = new ArrayDeque<>(WINDOW);
    for (int i = first; i < first + count; i++) {
      Offered next = new Offered(files.key(i), blocks.apply(i));
      cache.cacheBlock(next.key, next.block);
      if (window.size() == WINDOW) {
        persist(cache, window.remove());
      }
      window.add(next);
    }
    window.forEach(each -> persist(cache, each));
  }

  private static void persist(BlockCache cache, Offered offered) {
    for (int i = 0; !isThere(cache, offered.key); i++) {
      if (i == PATIENCE) {
        throw new IllegalStateException("The cache does not take " + offered.key + ".");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      cache.cacheBlock(offered.key, offered.block);
    }
  }

  private static boolean isThere(BlockCache cache, BlockCacheKey key) {
    return cache.isAlreadyCached(key).orElseGet(() -> isCached(cache, key));
  }

  /** Whether a block can be read now; not counted as a hit. */
  static boolean isCached(BlockCache cache, BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, false, true, false);
    if (block == null) {
      return false;
    }
    block.release();
    return true;
  }
}
