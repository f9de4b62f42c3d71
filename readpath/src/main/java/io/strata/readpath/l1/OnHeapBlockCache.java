package io.strata.readpath.l1;

import io.strata.l1.OnHeapTier;
import io.strata.l1.TierEntry;
import io.strata.readpath.count.KindStats;
import io.strata.readpath.count.KindTally;
import io.strata.readpath.count.Lookup;
import io.strata.readpath.repeat.RepeatedInsert;
import io.strata.trace.Outcome;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.ClassSize;
import org.jspecify.annotations.Nullable;

/**
 * The on-heap level of the cache over {@link OnHeapTier}. Sizes are bytes of heap as HBase counts
 * them: block, key and the tier's overhead of an entry.
 *
 * <p>Every block in the tier lies in a heap array and counts no references ({@link HeapCopy}). A
 * caller may hold one without a time limit: {@code release} does nothing, and an eviction only
 * drops the tier's pointer. So a hit needs no {@code retain}, and no lock against evictions.
 *
 * <p>Thread-safe.
 */
public final class OnHeapBlockCache {

  private static final String STATS_NAME = "StrataOnHeapCache";

  private final KindStats stats;
  private final DataBlockUsage usage;
  private final EvictionForwarder forwarder;
  private final KindTally rejected = new KindTally();
  private final OnHeapTier<BlockCacheKey, Cacheable> tier;

  /**
   * Creates an empty cache.
   *
   * @param maximumBytes the maximum size on the heap, in bytes; zero or more
   * @param statisticsPeriods the number of periods of rolling statistics; one or more
   * @throws IllegalArgumentException if {@code maximumBytes} is negative
   */
  public OnHeapBlockCache(long maximumBytes, int statisticsPeriods) {
    this.stats = new KindStats(STATS_NAME, statisticsPeriods);
    this.usage = new DataBlockUsage(stats);
    this.forwarder = new EvictionForwarder(usage);
    this.tier = new OnHeapTier<>(maximumBytes, BlockCacheKey::getHfileName, forwarder);
  }

  /**
   * Inserts {@code block}, or its copy on the heap. A cached block of the same key is replaced only
   * if the new one has other contents, or has the size of the next block, which the cached one
   * lacks.
   */
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    var cached = tier.peek(key);
    if (cached != null && RepeatedInsert.of(key, cached.value(), block) == RepeatedInsert.KEEP) {
      return;
    }
    Cacheable kept = HeapCopy.of(block);
    if (!tier.put(key, kept, weightOf(key, kept), inMemory)) {
      stats.failInsert();
      rejected.count(key.getBlockType());
      forwarder.forward(key, kept, inMemory);
    }
  }

  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  private static int weightOf(BlockCacheKey key, Cacheable block) {
    long bytes = weightOf(block) + ClassSize.align(key.heapSize());
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  private static long weightOf(Cacheable block) {
    return ClassSize.align(block.heapSize()) + OnHeapTier.ENTRY_OVERHEAD_BYTES;
  }

  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Cacheable block = find(key, caching, updateCacheMetrics, Lookup.UNTRACED);
    if (block == null && updateCacheMetrics && !repeat) {
      countMiss(key, caching);
    }
    return block;
  }

  /**
   * Looks a block up. Does not count a miss: the caller may find the block elsewhere.
   *
   * @param counts whether a hit counts
   * @param lookup called if the block is found
   */
  public @Nullable Cacheable find(
      BlockCacheKey key, boolean caching, boolean counts, Lookup lookup) {
    Cacheable block = tier.get(key);
    if (block != null) {
      lookup.found(Outcome.ON_HEAP);
      if (counts) {
        stats.hit(caching, key.isPrimary(), key.getBlockType());
      }
    }
    return block;
  }

  /** Counts a miss of a block that was expected in this tier and is in none. */
  public void countMiss(BlockCacheKey key, boolean caching) {
    stats.miss(caching, key.isPrimary(), key.getBlockType());
  }

  public boolean containsBlock(BlockCacheKey key) {
    return tier.peek(key) != null;
  }

  /** Returns the block's size on disk, including its header: a prefetch adds it to the offset. */
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    var entry = tier.peek(key);
    return entry != null && entry.value() instanceof HFileBlock block
        ? Optional.of(block.getOnDiskSizeWithHeader())
        : Optional.empty();
  }

  /**
   * Returns whether {@code block} is not larger than this cache. A full cache evicts others for it;
   * to return false then would end the prefetch of a file's data blocks into the off-heap tier.
   */
  public boolean fits(HFileBlock block) {
    return weightOf(block) <= getMaxSize();
  }

  public boolean evictBlock(BlockCacheKey key) {
    return tier.remove(key);
  }

  public int evictBlocksByHfileName(String hfileName) {
    return tier.removeGroup(hfileName);
  }

  /** Evicts the blocks of a file with offsets in {@code [initOffset, endOffset]}. */
  public int evictBlocksRangeByHfileName(String hfileName, long initOffset, long endOffset) {
    return evictRange(hfileName, initOffset, endOffset, key -> false);
  }

  /**
   * Evicts the blocks of a file with offsets in {@code [from, to]}.
   *
   * @param isBelow returns whether a block is in a lower tier, too
   * @return the number of evicted blocks that were in this tier only
   */
  public int evictRange(String file, long from, long to, Predicate<BlockCacheKey> isBelow) {
    LongAdder below = new LongAdder();
    int evicted =
        tier.removeGroupIf(
            file,
            key -> {
              boolean evicts = from <= key.getOffset() && key.getOffset() <= to;
              if (evicts && isBelow.test(key)) {
                below.increment();
              }
              return evicts;
            });
    return Math.max(0, evicted - below.intValue());
  }

  /** Sets the listener that receives evicted blocks, and blocks too large for this tier. */
  public void setEvictionListener(L1EvictionListener listener) {
    forwarder.setListener(listener);
  }

  public KindStats getStats() {
    return stats;
  }

  /** Returns how many blocks were inserted. */
  public KindTally admitted() {
    return usage.admitted();
  }

  /** Returns how many blocks were evicted for others. */
  public KindTally evicted() {
    return usage.evicted();
  }

  /** Returns how many blocks were removed by request or replaced by another version. */
  public KindTally removed() {
    return usage.removed();
  }

  /** Returns how many blocks were rejected because they were too large. */
  public KindTally rejected() {
    return rejected;
  }

  public void setMaxSize(long bytes) {
    tier.setMaximumWeight(bytes);
  }

  public long getMaxSize() {
    return tier.maximumWeight();
  }

  public long getCurrentSize() {
    return tier.weight();
  }

  public long getFreeSize() {
    return Math.max(0, getMaxSize() - getCurrentSize());
  }

  public long getCurrentDataSize() {
    return usage.dataBytes();
  }

  public long getBlockCount() {
    return tier.entryCount();
  }

  public long getDataBlockCount() {
    return usage.dataBlocks();
  }

  /** Returns the blocks with their keys, weakly consistent. */
  public Stream<TierEntry<BlockCacheKey, Cacheable>> entries() {
    return StreamSupport.stream(tier.spliterator(), false);
  }

  /** Returns the keys of the blocks, weakly consistent. */
  public Iterable<BlockCacheKey> keys() {
    return () -> entries().map(TierEntry::key).iterator();
  }

  /** Drops every block. Afterwards look-ups miss, and inserts count as failed. */
  public void shutdown() {
    tier.close();
  }
}
