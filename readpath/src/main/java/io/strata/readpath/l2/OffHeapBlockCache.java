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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's second-level block cache over a {@link BlockStore}. Blocks are served where they lie: the
 * reference count of a block that {@link #getBlock} returns is a pin of its slot, so the caller
 * must release it exactly once, and must not touch it afterwards. Sizes are bytes.
 *
 * <p>After a split, each daughter reads its half of a file under a name of its own. What of the
 * whole file is cached already is found under that name as well.
 *
 * <p>Where there is a tier on disks, what has to go for room goes there ({@link FlashLevel}), and
 * is found there when it is not in memory. It counts as a hit of this cache, waits for the disk,
 * and is served from the buffer into which it was read. What is read there a second time, by a read
 * that caches, comes back to memory; it stays on the disk, and goes for nothing the next time.
 *
 * <p>Safe for use by any number of threads. The methods that are no part of the interface in HBase
 * 2.5 carry no {@code @Override}.
 */
public final class OffHeapBlockCache implements BlockCache {
  private static final Logger LOG = LoggerFactory.getLogger(OffHeapBlockCache.class);

  /**
   * When this share of the memory is used, prefetching more would only evict what was prefetched.
   */
  private static final double FULL = 0.95;

  private static final BlockKinds KINDS =
      new BlockKinds(BlockKind.values().length, first -> numberOf(kindOf(first)));

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
   * Makes the cache, and takes all its memory.
   *
   * @param statisticsPeriods over how many periods the statistics give a hit ratio; one or more
   */
  public OffHeapBlockCache(StoreOptions options, int statisticsPeriods) {
    this(options, statisticsPeriods, null);
  }

  /**
   * As {@link #OffHeapBlockCache(StoreOptions, int)}, over a tier on disks.
   *
   * @param flash closed with this cache; null for none
   */
  public OffHeapBlockCache(StoreOptions options, int statisticsPeriods, @Nullable FlashTier flash) {
    KeptMemory kept = options.memory() instanceof KeptMemory memory ? memory : null;
    BlockCodec codec = new BlockCodec(kept);
    this.disks = new Disks(flash, codec);
    this.store =
        new BlockStore<>(
            options
                .withVictims(disks)
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

  /** Has blocks that may be of encrypted families left out from now on. */
  public void takePlainFilesOnly() {
    disks.plainFiles().guard();
    inserts.takePlainFilesOnly(disks.plainFiles());
  }

  // ---- reading

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
   * Looks a block up; a miss is left to the caller to count, who may look elsewhere.
   *
   * @param counts whether a hit counts
   * @param lookup is told where the block was found
   * @return the block, which the caller must release; null when there is none
   */
  public @Nullable Cacheable find(
      BlockCacheKey key, boolean caching, boolean counts, Lookup lookup) {
    return reads.find(key, caching, counts, lookup);
  }

  /** Counts a look-up of a block that is nowhere and was expected here. */
  public void countMiss(BlockCacheKey key, boolean caching) {
    stats.miss(caching, key.isPrimary(), key.getBlockType());
    misses.missed(key);
  }

  @SuppressWarnings("EnumOrdinal") // Never leaves the process.
  private static int numberOf(BlockKind kind) {
    return kind.ordinal();
  }

  /** Whether a block is in memory, on its way there, or on disks. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return Optional.of(reads.isCached(key));
  }

  /** Whether a block is in memory, or on its way there. */
  public boolean isInMemory(BlockCacheKey key) {
    return reads.isInMemory(key);
  }

  /** A cached block's size on disk, its header included: what prefetch adds to the offset. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    int size = reads.onDiskSize(key);
    return size > 0 ? Optional.of(size) : Optional.empty();
  }

  /** How many callers have the block and have not released it yet. */
  public int getRpcRefCount(BlockCacheKey key) {
    return reads.pins(key);
  }

  // ---- writing

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  /**
   * Inserts a block; the caller's own reference stays the caller's. A block that is in memory
   * already stays, unless the new one knows the size of the block that follows it and the old one
   * does not, or has other contents. A block that is on disks stays there.
   */
  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    cacheBlock(key, block, inMemory, false);
  }

  /**
   * Inserts a block that the first level evicted, unless it is in memory already. No read brought
   * it, so it does not count as one.
   */
  public void cacheVictim(BlockCacheKey key, Cacheable block, boolean inMemory) {
    inserts.insertVictim(key, block, inMemory);
  }

  /**
   * Writes a block that the first level has to the disks, where a restart finds it again; does
   * nothing where there are none, or a restart begins empty.
   */
  public void writeToDisks(BlockCacheKey key, Cacheable block, boolean inMemory) {
    inserts.writeToDisks(key, block, inMemory);
  }

  /**
   * As without the last argument: no block is turned away because writers are behind. One that was
   * prefetched stays where it is when it is on disks: nobody has read it.
   *
   * @param waitWhenCache whether the block was prefetched, or is of a file that is being written
   */
  @Override
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    if (inserts.insert(key, block, inMemory, waitWhenCache)) {
      expected.read(key, block);
    }
  }

  /** Whether there is room for a block, and a size class; prefetch stops when there is not. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    int bytes = block.getSerializedLength();
    StoreStatistics now = store.statistics();
    boolean room =
        !store.hasAllMemory()
            || now.emptyBuckets() > 0
            || now.bytes() + bytes < (long) (now.bucketBytes() * FULL)
            || disks.level().hasRoom();
    return Optional.of(room && store.fits(bytes));
  }

  /** Whether HBase's data tiering has the file for hot; cold data is not cached. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> shouldCacheFile(HFileInfo file, Configuration conf) {
    plainFiles().opened(file.getHFileContext());
    return DataTiering.isHot(file, conf);
  }

  /** Whether HBase's data tiering has a block with this newest timestamp for hot. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> shouldCacheBlock(
      BlockCacheKey key, long maxTimestamp, Configuration conf) {
    return DataTiering.isHot(maxTimestamp, conf);
  }

  /** Told when a file has been prefetched. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public void notifyFileCachingCompleted(
      Path file, int totalBlockCount, int dataBlockCount, long bytes) {
    registry.complete(file, totalBlockCount, bytes);
  }

  // ---- evicting

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    boolean inMemory = store.evict(key.getHfileName(), key.getOffset());
    return disks.level().evict(key.getHfileName(), key.getOffset()) || inMemory;
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    registry.forget(file);
    restored.evicting(file);
    DiskLevel below = disks.level();
    int twice = below.countAlsoIn(store, file, 0, Long.MAX_VALUE);
    return store.evictFile(file) + below.evictFile(file) - twice;
  }

  /** Evicts the blocks that begin from {@code from} to {@code to}, both included. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    DiskLevel below = disks.level();
    int twice = below.countAlsoIn(store, file, from, to);
    return store.evictRange(file, from, to) + below.evictRange(file, from, to) - twice;
  }

  // ---- changing how it works

  /**
   * Changes the bytes that the cache may take, while it is used.
   *
   * @throws IllegalArgumentException when it cannot be so small, or its memory has a fixed size;
   *     nothing is changed then
   * @throws OutOfMemoryError when the process may not have so much direct memory; nothing is
   *     changed then
   */
  public void resize(long bytes) {
    store.controls().resize(bytes);
    expected.resize(bytes);
  }

  /** To change all but the size, for which there is {@link #resize}. */
  public Controls controls() {
    return store.controls();
  }

  /**
   * Closes the tier on disks, and has another one from then on: in between, there is none. What the
   * other finds again in its files it has soon. A cache that was shut down stays as it is.
   *
   * @param next makes the other, or answers null for none; what it throws leaves no tier
   */
  public void replaceFlash(Supplier<@Nullable FlashTier> next) {
    disks.replace(next);
    expected.resize(getMaxSize());
  }

  // ---- looking on

  @Override
  public OffHeapStats getStats() {
    return stats;
  }

  /**
   * Bytes that blocks take: of memory, or of files alone. There memory is only on their way, and
   * nearly all that is in it is in the files too.
   */
  @Override
  public long size() {
    return Math.max(store.statistics().bytes(), disks.level().bytesAlone());
  }

  /** Bytes that they may take, of memory or of files alone. */
  @Override
  public long getMaxSize() {
    long alone = disks.level().maxBytesAlone();
    return alone > 0 ? alone : store.statistics().configuredBytes();
  }

  @Override
  public long getFreeSize() {
    return getMaxSize() - size();
  }

  @Override
  public long getCurrentSize() {
    return size();
  }

  @Override
  public long getCurrentDataSize() {
    return size();
  }

  @Override
  public long getBlockCount() {
    return Math.max(store.statistics().blocks(), disks.level().blocksAlone());
  }

  @Override
  public long getDataBlockCount() {
    return getBlockCount();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return new BlockList(store);
  }

  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }

  /** Has the server asked for the regions of its files, by their names. */
  public void askServer(Supplier<Map<String, String>> regions) {
    registry.askServer(regions);
  }

  /** The files of which blocks may lie on disks in the clear. */
  public PlainFiles plainFiles() {
    return disks.plainFiles();
  }

  /**
   * The files of which every block is cached, by name, with region and bytes on disk. Looks at each
   * block in memory.
   *
   * @param above the blocks of the first level
   */
  public Map<String, Pair<String, Long>> fullyCachedFiles(Iterable<BlockCacheKey> above) {
    return registry.fullyCached(above);
  }

  /** The files of a region of which anything is cached, here or above; likewise. */
  public Set<String> filesOf(String region, Iterable<BlockCacheKey> above) {
    return registry.filesOf(region, above);
  }

  /** Looks at each block in memory. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return Optional.of(registry.bytesByRegion());
  }

  /** What an LRU cache of another size would hit, compressing as much of it as this one does. */
  public CurveSnapshot expectedHits() {
    return expected.snapshot(compressionStatistics().density(statistics().bytes()));
  }

  /** What the store holds and has done. */
  public StoreStatistics statistics() {
    return store.statistics();
  }

  /** What is compressed, and what that cost. */
  public CompressionStatistics compressionStatistics() {
    return store.packing().statistics();
  }

  /** What became of blocks so far, by kind; the lists are in the order of {@link BlockKind}. */
  public KindStatistics statisticsByKind() {
    return store.statisticsByKind();
  }

  /** To look on in detail, at what is in memory. */
  public Inspection inspection() {
    return store.inspection();
  }

  /** What a block holds, by the first of the words that it was stored with. */
  public static BlockKind kindOf(long attributes) {
    return BlockKind.of(Attributes.type(attributes));
  }

  /**
   * Waits until what a restart left in memory and on disks is found again, but no longer than so
   * many milliseconds; says whether it is.
   */
  @SuppressWarnings("MissingOverride") // absent from the interface before HBase 2.6.6
  public boolean waitForCacheInitialization(long millis) {
    try {
      return restored.await(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** As {@link BlockStore#awaitMemory}. */
  public void awaitMemory() {
    store.awaitMemory();
  }

  /** Waits until what was cached or evicted before has been done; for tests and tools. */
  public void awaitQuiet() throws InterruptedException {
    store.awaitQuiet();
    FlashTier flash = flash();
    if (flash != null) {
      // Until then a device may begin at any time.
      flash.store().awaitRestored();
      flash.store().awaitQuiet();
    }
  }

  /** What a restart found in memory and on disks. */
  public RestoredBlocks restored() {
    return restored;
  }

  /** The tier on disks, or null when there is none. */
  public @Nullable FlashTier flash() {
    return disks.level().tier();
  }

  /**
   * What is wrong inside, a sentence each; only while nothing else happens. For tests and tools.
   */
  public List<String> audit() {
    List<String> wrong = new ArrayList<>(store.audit());
    FlashTier flash = flash();
    if (flash != null) {
      wrong.addAll(flash.store().audit());
    }
    return wrong;
  }

  /**
   * Takes no block any more, leaves those of memory on the disks as far as there is time, and
   * closes both. Until then, blocks are found. Waits for a change of the tier on disks that is
   * under way.
   */
  @Override
  public void shutdown() {
    store.endWrites();
    restored.leave();
    store.close();
    // After the last block has gone for room.
    disks.close();
  }
}
