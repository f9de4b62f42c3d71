package io.strata.readpath.l1;

import io.strata.l1.OnHeapTier;
import io.strata.l1.TierEntry;
import io.strata.readpath.count.KindStats;
import io.strata.readpath.count.KindTally;
import io.strata.readpath.count.Lookup;
import io.strata.readpath.listing.ListedBlock;
import io.strata.readpath.repeat.RepeatedInsert;
import io.strata.trace.Outcome;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.ClassSize;
import org.jspecify.annotations.Nullable;

/**
 * HBase's first-level block cache over {@link OnHeapTier}. Sizes are bytes of heap as HBase counts
 * them: block, key and the tier's overhead of an entry.
 *
 * <p>Every block in the tier lies in a heap array and counts no references ({@link HeapCopy}). A
 * caller may hold one without a time limit: {@code release} does nothing, and an eviction only
 * drops the tier's pointer. So a hit needs no {@code retain}, and no lock against evictions.
 *
 * <p>Thread-safe. Methods that the interface lacks in HBase 2.5 have no {@code @Override}; methods
 * whose default is right are not overridden.
 */
public final class OnHeapBlockCache implements FirstLevelBlockCache {

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
  @Override
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

  @Override
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

  @Override
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

  @Override
  public boolean containsBlock(BlockCacheKey key) {
    return tier.peek(key) != null;
  }

  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return Optional.of(containsBlock(key));
  }

  /** Returns the block's size on disk, including its header: a prefetch adds it to the offset. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
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
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return Optional.of(weightOf(block) <= getMaxSize());
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return tier.remove(key);
  }

  @Override
  public int evictBlocksByHfileName(String hfileName) {
    return tier.removeGroup(hfileName);
  }

  /** Evicts the blocks of a file with offsets in {@code [initOffset, endOffset]}. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
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

  /** As {@link #setEvictionListener}, with a cache that inserts evicted blocks like any other. */
  @Override
  public void setVictimCache(BlockCache victimCache) {
    setEvictionListener(victimCache::cacheBlock);
  }

  /** Sets the listener that receives evicted blocks, and blocks too large for this tier. */
  public void setEvictionListener(L1EvictionListener listener) {
    forwarder.setListener(listener);
  }

  /** Returns null, which tells HBase that there are no caches below this one. */
  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }

  @Override
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

  @Override
  public void setMaxSize(long bytes) {
    tier.setMaximumWeight(bytes);
  }

  @Override
  public long size() {
    return getMaxSize();
  }

  @Override
  public long getMaxSize() {
    return tier.maximumWeight();
  }

  @Override
  public long getCurrentSize() {
    return tier.weight();
  }

  @Override
  public long getFreeSize() {
    return Math.max(0, getMaxSize() - getCurrentSize());
  }

  @Override
  public long heapSize() {
    return getCurrentSize();
  }

  @Override
  public long getCurrentDataSize() {
    return usage.dataBytes();
  }

  @Override
  public long getBlockCount() {
    return tier.entryCount();
  }

  @Override
  public long getDataBlockCount() {
    return usage.dataBlocks();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return StreamSupport.stream(tier.spliterator(), false).map(OnHeapBlockCache::listed).iterator();
  }

  /** Returns the keys of the blocks, weakly consistent. */
  public Iterable<BlockCacheKey> keys() {
    return () -> StreamSupport.stream(tier.spliterator(), false).map(TierEntry::key).iterator();
  }

  private static CachedBlock listed(TierEntry<BlockCacheKey, Cacheable> entry) {
    return new ListedBlock(
        entry.key().getHfileName(),
        entry.key().getOffset(),
        entry.value().heapSize(),
        entry.value().getBlockType(),
        entry.addedNanos(),
        entry.inMemory());
  }

  /** Drops every block. Afterwards look-ups miss, and inserts count as failed. */
  @Override
  public void shutdown() {
    tier.close();
  }
}
