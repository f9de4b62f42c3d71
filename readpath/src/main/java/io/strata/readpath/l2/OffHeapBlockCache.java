package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.Controls;
import io.strata.l2.Inspection;
import io.strata.l2.KindStatistics;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.count.BlockKinds;
import io.strata.l2.curve.CurveSnapshot;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.readpath.count.BlockKind;
import io.strata.readpath.count.Lookup;
import io.strata.readpath.l3.FlashTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The off-heap level of the cache over a {@link BlockStore}. Blocks are served without a copy: the
 * reference count of a block that {@link #getBlock} returns is a pin of its slot. The caller must
 * release the block exactly once and must not use it afterwards. Sizes are in bytes.
 *
 * <p>After a split, each daughter reads its half of a file under its own name. Blocks of the whole
 * file that are cached already are found under that name, too.
 *
 * <p>With a flash tier ({@link FlashLevel}), blocks evicted from memory spill to flash, and a
 * look-up that misses memory reads from there. Such a hit counts as a hit of this cache, waits for
 * the disk, and is served from the buffer that it was read into. The second read that caches
 * promotes the block to memory; it also stays on flash, so its next eviction from memory writes
 * nothing.
 *
 * <p>Thread-safe.
 */
public final class OffHeapBlockCache {
  private static final Logger LOG = LoggerFactory.getLogger(OffHeapBlockCache.class);

  /** Fill of the memory at which prefetch stops: more would only evict prefetched blocks. */
  private static final double FULL = 0.95;

  private static final BlockKinds KINDS =
      new BlockKinds(BlockKind.values().length, first -> kindOf(first).number());

  private final BlockStore<CacheableSource> store;
  private final Disks disks;
  private final FileRegistry registry;
  private final OffHeapStats stats;
  private final ExpectedHits expected;

  private final MissTimer misses;
  private final BlockReads reads;
  private final BlockInserts inserts;
  private final RestoredBlocks restored;

  /**
   * Creates the cache and allocates its memory.
   *
   * @param statisticsPeriods number of periods over which the statistics average the hit ratio; 1
   *     or more
   */
  public OffHeapBlockCache(StoreOptions options, int statisticsPeriods) {
    this(options, statisticsPeriods, null);
  }

  /**
   * Creates the cache over a flash tier, which is closed with this cache; null for none.
   *
   * @see #OffHeapBlockCache(StoreOptions, int)
   */
  public OffHeapBlockCache(StoreOptions options, int statisticsPeriods, @Nullable FlashTier flash) {
    KeptMemory kept = options.memory() instanceof KeptMemory memory ? memory : null;
    BlockCodec codec = new BlockCodec(kept);
    this.disks = new Disks(flash, codec);
    families().keepBeside(kept);
    this.store =
        new BlockStore<>(
            options
                .withVictims(disks)
                .withCompression(families().of(options.compression(), false))
                .withKinds(KINDS)
                .withErrorHandler(
                    e ->
                        LOG.warn(
                            "A block could not be copied into the cache and is not cached", e)));
    disks.unpackInto(store);
    this.stats = new OffHeapStats(store, statisticsPeriods);
    this.expected =
        new ExpectedHits(getMaxSize(), CapacityPlan.USUAL_BLOCK_BYTES, stats::readsSoFar);
    this.misses = new MissTimer(store);
    this.reads = new BlockReads(store, codec, disks, stats, expected, misses);
    this.registry = new FileRegistry(store, disks);
    this.inserts = new BlockInserts(store, codec, reads, disks, registry, stats, misses);
    this.restored = new RestoredBlocks(store, codec, disks);
  }

  /** Rejects blocks that may belong to encrypted families from now on. */
  public void takePlainFilesOnly() {
    disks.plainFiles().guard();
    inserts.takePlainFilesOnly(disks.plainFiles());
  }

  // ---- reading

  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Cacheable block = find(key, caching, updateCacheMetrics, Lookup.UNTRACED);
    if (block == null && updateCacheMetrics && !repeat) {
      countMiss(key, caching);
    }
    return block;
  }

  /**
   * Looks a block up. Does not count a miss: the caller may look elsewhere first.
   *
   * @param counts whether to count a hit
   * @param lookup gets the tier in which the block was found
   * @return the block, which the caller must release; null if it is not cached
   */
  public @Nullable Cacheable find(
      BlockCacheKey key, boolean caching, boolean counts, Lookup lookup) {
    return reads.find(key, caching, counts, lookup);
  }

  /** Counts a miss of a block that belongs to this level. */
  public void countMiss(BlockCacheKey key, boolean caching) {
    stats.miss(caching, key.isPrimary(), key.getBlockType());
    misses.missed(key);
  }

  /** Returns whether a block is in memory, in flight to it, or on flash. */
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return Optional.of(reads.isCached(key));
  }

  /** Returns whether a block is in memory, or in flight to it. */
  public boolean isInMemory(BlockCacheKey key) {
    return reads.isInMemory(key);
  }

  /** Returns a cached block's on-disk size with header, which prefetch adds to the offset. */
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    int size = reads.onDiskSize(key);
    return size > 0 ? Optional.of(size) : Optional.empty();
  }

  /** Returns the number of callers that hold the block. */
  public int getRpcRefCount(BlockCacheKey key) {
    return reads.pins(key);
  }

  // ---- writing

  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  /**
   * Inserts a block. The caller keeps its own reference. A block that is already in memory stays,
   * unless the new one knows the size of the next block and the old one does not, or their contents
   * differ. A block that is on flash stays there.
   */
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    cacheBlock(key, block, inMemory, false);
  }

  /** Inserts a block that the first level evicted, unless it is in memory. Counts no read. */
  public void cacheVictim(BlockCacheKey key, Cacheable block, boolean inMemory) {
    inserts.insertVictim(key, block, inMemory);
  }

  /**
   * Writes a block of the first level to flash, so that a restart recovers it. Does nothing if
   * there is no flash tier, or a restart does not recover its blocks.
   */
  public void writeToDisks(BlockCacheKey key, Cacheable block, boolean inMemory) {
    inserts.writeToDisks(key, block, inMemory);
  }

  /**
   * Inserts a block. No block is rejected because the write queues are full. A prefetched block
   * that is on flash is not inserted into memory, since no read asked for it.
   *
   * @param waitWhenCache whether the block was prefetched, or belongs to a file that is being
   *     written
   */
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    if (inserts.insert(key, block, inMemory, waitWhenCache)) {
      expected.read(key, block);
    }
  }

  /** Returns whether a block fits free memory and a size class. If not, prefetch stops. */
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    int bytes = block.getSerializedLength();
    StoreStatistics now = store.statistics();
    boolean hasFreeMemory =
        !store.hasAllMemory()
            || now.emptyBuckets() > 0
            || now.bytes() + bytes < (long) (now.bucketBytes() * FULL)
            || disks.level().hasFreeSpace();
    return Optional.of(hasFreeMemory && store.fits(bytes));
  }

  /** Returns whether HBase's data tiering rates the file as hot. Cold data is not cached. */
  public Optional<Boolean> shouldCacheFile(HFileInfo file, Configuration conf) {
    plainFiles().opened(file.getHFileContext());
    return DataTiering.isHot(file, conf);
  }

  /** Returns whether HBase's data tiering rates a block with this newest timestamp as hot. */
  public Optional<Boolean> shouldCacheBlock(
      BlockCacheKey key, long maxTimestamp, Configuration conf) {
    return DataTiering.isHot(maxTimestamp, conf);
  }

  /** Called when the prefetch of a file is complete. */
  public void notifyFileCachingCompleted(
      Path file, int totalBlockCount, int dataBlockCount, long bytes) {
    registry.complete(file, totalBlockCount, bytes);
  }

  // ---- evicting

  public boolean evictBlock(BlockCacheKey key) {
    boolean inMemory = store.evict(key.getHfileName(), key.getOffset());
    return disks.level().evict(key.getHfileName(), key.getOffset()) || inMemory;
  }

  public int evictBlocksByHfileName(String file) {
    registry.remove(file);
    restored.evicting(file);
    DiskLevel below = disks.level();
    int inBoth = below.countAlsoIn(store, file, 0, Long.MAX_VALUE);
    return store.evictFile(file) + below.evictFile(file) - inBoth;
  }

  /** Evicts the blocks whose offset is between {@code from} and {@code to}, both inclusive. */
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    DiskLevel below = disks.level();
    int inBoth = below.countAlsoIn(store, file, from, to);
    return store.evictRange(file, from, to) + below.evictRange(file, from, to) - inBoth;
  }

  // ---- configuring

  /**
   * Changes the capacity of the cache while it is in use.
   *
   * @throws IllegalArgumentException if the capacity is too small, or the memory has a fixed size;
   *     nothing is changed
   * @throws OutOfMemoryError if the JVM's limit of direct memory is too low; nothing is changed
   */
  public void resize(long bytes) {
    store.controls().resize(bytes);
    expected.resize(bytes);
  }

  /** Returns the controls that change everything but the capacity; see {@link #resize}. */
  public Controls controls() {
    return store.controls();
  }

  /**
   * Closes the flash tier and opens another one. In between, there is none. The new tier recovers
   * the blocks of its files in the background. Does nothing after {@link #shutdown}.
   *
   * @param next opens the new tier, or returns null for none; if it throws, there is no tier
   */
  public void replaceFlash(Supplier<@Nullable FlashTier> next) {
    disks.replace(next);
    expected.resize(getMaxSize());
  }

  // ---- statistics and inspection

  public OffHeapStats getStats() {
    return stats;
  }

  /**
   * Returns the bytes of the cached blocks: in memory, or, if the flash tier is the whole cache, on
   * flash. In the second case memory is a write buffer, and nearly all its blocks are on flash too.
   */
  public long size() {
    return Math.max(store.statistics().bytes(), disks.level().bytesAlone());
  }

  /** Returns the capacity: of memory, or, if the flash tier is the whole cache, of flash. */
  public long getMaxSize() {
    long alone = disks.level().maxBytesAlone();
    return alone > 0 ? alone : store.statistics().configuredBytes();
  }

  public long getFreeSize() {
    return getMaxSize() - size();
  }

  public long getBlockCount() {
    return Math.max(store.statistics().blocks(), disks.level().blocksAlone());
  }

  /** Sets the supplier of the server's files: the region of each, by file name. */
  public void askServer(Supplier<Map<String, String>> regions) {
    registry.askServer(regions);
  }

  /** Returns the compression by family. */
  public FamilyCompression families() {
    return disks.families();
  }

  /** Returns the files whose blocks may be written to flash unencrypted. */
  public PlainFiles plainFiles() {
    return disks.plainFiles();
  }

  /**
   * Returns the files whose blocks are all cached: by name, the region and the on-disk bytes. Scans
   * all blocks in memory.
   *
   * @param above the blocks of the first level
   */
  public Map<String, Pair<String, Long>> fullyCachedFiles(Iterable<BlockCacheKey> above) {
    return registry.fullyCached(above);
  }

  /**
   * Returns the files of a region with cached blocks, here or above. Scans all blocks in memory.
   */
  public Set<String> filesOf(String region, Iterable<BlockCacheKey> above) {
    return registry.filesOf(region, above);
  }

  /** Returns the cached bytes by region. Scans all blocks in memory. */
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return Optional.of(registry.bytesByRegion());
  }

  /** Returns the expected hit ratios of an LRU cache by size, at this cache's compression ratio. */
  public CurveSnapshot expectedHits() {
    return expected.snapshot(compressionStatistics().density(statistics().bytes()));
  }

  /** Returns the statistics of memory. */
  public StoreStatistics statistics() {
    return store.statistics();
  }

  /** Returns the statistics of compression. */
  public CompressionStatistics compressionStatistics() {
    return store.packing().statistics();
  }

  /** Returns counters by kind of block; the lists are in the order of {@link BlockKind}. */
  public KindStatistics statisticsByKind() {
    return store.statisticsByKind();
  }

  /** Returns the detailed view of memory. */
  public Inspection inspection() {
    return store.inspection();
  }

  /** Returns the type of a block, from its first word; null if it is unknown. */
  public static @Nullable BlockType typeOf(long attributes) {
    return BlockAttributes.type(attributes);
  }

  /** Returns the kind of a block, from its first word. */
  public static BlockKind kindOf(long attributes) {
    return BlockKind.of(typeOf(attributes));
  }

  /** Returns when a block was inserted, from its second word, as {@link System#nanoTime} counts. */
  public static long cachedNanos(long stamp) {
    return BlockAttributes.cachedNanos(stamp);
  }

  /**
   * Waits until the blocks of the previous process are recovered, in memory and on flash.
   *
   * @param millis maximum wait
   * @return whether recovery is complete
   */
  public boolean waitForCacheInitialization(long millis) {
    try {
      return restored.await(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits until all memory is allocated; see {@link BlockStore#awaitMemory}. */
  public void awaitMemory() {
    store.awaitMemory();
  }

  /** Waits until all earlier inserts and evictions are complete. For tests and tools. */
  public void awaitQuiet() throws InterruptedException {
    store.awaitQuiet();
    FlashTier flash = flash();
    if (flash != null) {
      // Until then a device may begin recovery at any time.
      flash.store().awaitRestored();
      flash.store().awaitQuiet();
    }
  }

  /** As {@link Controls#observeBackground}; for measurements. */
  public void observeBackground(LongConsumer observer) {
    store.controls().observeBackground(observer);
  }

  /** Returns the blocks of the previous process. */
  public RestoredBlocks restored() {
    return restored;
  }

  /** Returns the flash tier, or null if there is none. */
  public @Nullable FlashTier flash() {
    return disks.level().tier();
  }

  /** Returns the violated invariants, a sentence each. The cache must be idle. For tests, tools. */
  public List<String> audit() {
    List<String> wrong = new ArrayList<>(store.audit());
    FlashTier flash = flash();
    if (flash != null) {
      wrong.addAll(flash.store().audit());
    }
    return wrong;
  }

  /**
   * Rejects new blocks, drains memory to flash as far as the time allows, and closes both. Look-ups
   * hit until then. Waits for a change of the flash tier that is in progress.
   */
  public void shutdown() {
    store.endWrites();
    restored.drain();
    store.close();
    // After the last eviction.
    disks.close();
  }
}
