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
 * them: block, key and what the tier spends on an entry.
 *
 * <p>Every block kept here lies in a heap array and counts no references (see {@link HeapCopy}). A
 * caller may hold one for as long as it likes, its {@code release} does nothing, and an eviction
 * meanwhile only drops the tier's own pointer. So a hit needs no {@code retain}, and with it no
 * lock that keeps an eviction out.
 *
 * <p>Safe for use by any number of threads. The methods that are no part of the interface in HBase
 * 2.5 carry no {@code @Override}; those whose default does already what is right here are not
 * repeated.
 */
public final class OnHeapBlockCache implements FirstLevelBlockCache {

  private static final String STATS_NAME = "StrataOnHeapCache";

  private final KindStats stats;
  private final DataBlockUsage accounts;
  private final Victims victims;
  private final KindTally rejected = new KindTally();
  private final OnHeapTier<BlockCacheKey, Cacheable> tier;

  /**
   * Creates an empty cache.
   *
   * @param maximumBytes the most that it may take of the heap, in bytes; zero or more
   * @param statisticsPeriods over how many periods the statistics give a hit ratio; one or more
   * @throws IllegalArgumentException if {@code maximumBytes} is negative
   */
  public OnHeapBlockCache(long maximumBytes, int statisticsPeriods) {
    this.stats = new KindStats(STATS_NAME, statisticsPeriods);
    this.accounts = new DataBlockUsage(stats);
    this.victims = new Victims(accounts);
    this.tier = new OnHeapTier<>(maximumBytes, BlockCacheKey::getHfileName, victims);
  }

  /**
   * Keeps {@code block}, or its copy on the heap. A block that is here already stays, unless the
   * new one knows the size of the block that follows it and the old one does not, or has other
   * contents.
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
      victims.handDown(key, kept, inMemory);
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
    Cacheable block = find(key, caching, updateCacheMetrics, Lookup.UNWATCHED);
    if (block == null && updateCacheMetrics && !repeat) {
      countMiss(key, caching);
    }
    return block;
  }

  /**
   * Looks a block up; a miss is left to the caller to count, who may look elsewhere.
   *
   * @param counts whether a hit counts
   * @param lookup is told when the block is here
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

  /** Counts a look-up of a block that is nowhere and was expected here. */
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

  /** The block's size on disk, its header included: what prefetch adds to the offset. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    var entry = tier.peek(key);
    return entry != null && entry.value() instanceof HFileBlock block
        ? Optional.of(block.getOnDiskSizeWithHeader())
        : Optional.empty();
  }

  /**
   * Whether there can be room for {@code block}. Full is how this cache always is, and it makes
   * room; to say no then would end the prefetch of a file's data blocks into the second level.
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

  /** Both ends belong to the range. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public int evictBlocksRangeByHfileName(String hfileName, long initOffset, long endOffset) {
    return evictRange(hfileName, initOffset, endOffset, key -> false);
  }

  /**
   * Evicts the blocks of a file that begin in a range, both ends included.
   *
   * @param isBelow whether a block is in a lower tier too
   * @return how many were in this one alone
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

  /** As {@link #handVictimsTo}, to a cache that takes a victim as it takes any block. */
  @Override
  public void setVictimCache(BlockCache victimCache) {
    handVictimsTo(victimCache::cacheBlock);
  }

  /** Says who gets what has to go for room from now on, and what there is no room for at all. */
  public void handVictimsTo(L1EvictionListener taker) {
    victims.handTo(taker);
  }

  /** Null, which is how HBase says that there are no caches below this one. */
  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }

  @Override
  public KindStats getStats() {
    return stats;
  }

  /** Blocks that came in so far. */
  public KindTally admitted() {
    return accounts.admitted();
  }

  /** Blocks that went for room so far. */
  public KindTally evicted() {
    return accounts.evicted();
  }

  /** Blocks that went so far because somebody asked for it, or brought another version. */
  public KindTally removed() {
    return accounts.removed();
  }

  /** Blocks for which there was no room so far. */
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
    return accounts.dataBytes();
  }

  @Override
  public long getBlockCount() {
    return tier.entryCount();
  }

  @Override
  public long getDataBlockCount() {
    return accounts.dataBlocks();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return StreamSupport.stream(tier.spliterator(), false).map(OnHeapBlockCache::listed).iterator();
  }

  /** The keys of its blocks, weakly consistent. */
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

  /** Drops every block. From here on look-ups miss, and blocks offered count as failed inserts. */
  @Override
  public void shutdown() {
    tier.close();
  }
}
