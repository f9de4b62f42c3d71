package io.strata.readpath;

import io.strata.readpath.account.Owner;
import io.strata.readpath.account.QuotaKeeper;
import io.strata.readpath.account.ServerFiles;
import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Engine;
import io.strata.readpath.config.FlashSettings;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.count.Lookup;
import io.strata.readpath.l1.HeapCopy;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.metrics.CacheMetrics;
import io.strata.readpath.metrics.HadoopMetrics;
import io.strata.readpath.metrics.LookupTimes;
import io.strata.readpath.trace.TraceRecorder;
import io.strata.readpath.trace.TraceSwitch;
import io.strata.readpath.web.WebSource;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Strata as HBase's block cache: index and bloom blocks on the heap, data blocks off it. Needs no
 * server: given a configuration, this is the whole cache. Thread-safe.
 *
 * <p>A block that {@link #getBlock} returns must be released exactly once, and not be touched
 * afterwards; its bytes may lie in the cache's own memory.
 *
 * <p>A subclass of HBase's {@code CombinedBlockCache}, because HBase asks for that class where it
 * decides whether data blocks are read off the heap, whether metrics show two levels, and which
 * level its heap tuner resizes.
 */
public class StrataBlockCache extends CombinedBlockCache {
  private static final Logger LOG = LoggerFactory.getLogger(StrataBlockCache.class);

  private static final long PREFETCH_WAITS_MILLIS = 60_000;

  private final OnHeapBlockCache onHeap;
  private final OffHeapBlockCache offHeap;
  private final Reconfiguration live;
  private final LiveConfiguration changes;
  private final StatisticsRoller roller;
  private final CacheMetrics metrics;
  private final LookupTimes lookups;
  private final TraceSwitch tracing = new TraceSwitch();
  private final PrefetchSkipper prefetch;
  private final MemoizingSupplier<Map<String, Long>> bytesByRegion;
  private final OrphanSweep orphans;
  private final QuotaKeeper quotas;
  private volatile Runnable flashReplaced = () -> {};

  /**
   * Makes the cache that a configuration asks for, and takes all its memory.
   *
   * @param conf HBase's configuration; the keys are in {@code docs/KEYS.md}
   * @throws InvalidSettingException when a value is wrong, with one sentence that names the key,
   *     the value and the mend
   */
  public StrataBlockCache(Configuration conf) {
    this(CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
  }

  /** Makes the cache that settings ask for, and takes all its memory. */
  StrataBlockCache(CacheSettings settings) {
    this(
        settings,
        new OnHeapBlockCache(settings.onHeapBytes(), settings.statsPeriods()),
        OffHeapFactory.open(settings));
  }

  private StrataBlockCache(
      CacheSettings settings, OnHeapBlockCache onHeap, OffHeapBlockCache offHeap) {
    super(onHeap, offHeap);
    onHeap.handVictimsTo(offHeap::cacheVictim);
    this.onHeap = onHeap;
    this.offHeap = offHeap;
    this.metrics = new CacheMetrics(onHeap, offHeap, settings.metricsTables());
    this.lookups = metrics.lookups();
    this.roller = StatisticsRoller.start(getStats(), settings.statsPeriodMinutes(), metrics);
    this.prefetch = new PrefetchSkipper(this::sizeOf, this::awaitRestored);
    this.bytesByRegion = new MemoizingSupplier<>(() -> offHeap.getRegionCachedInfo().orElse(Map.of()));
    this.orphans = new OrphanSweep(offHeap.restored(), settings.orphanGraceMillis());
    this.quotas = new QuotaKeeper(offHeap, settings.quotas());
    ReloadableSettings parts =
        new ReloadableSettings(
            offHeap,
            roller,
            orphans,
            quotas,
            metrics,
            tracing,
            this::facts,
            () -> flashReplaced.run());
    this.live = new Reconfiguration(settings, (reload, wanted) -> reload.apply(parts, wanted));
    this.changes = new LiveConfiguration(live, tracing, this::facts);
    settings.notes().forEach(LOG::warn);
    LOG.info(
        "Strata caches blocks: {} MB on the heap for index and bloom blocks, {} MB {} for data",
        settings.onHeapBytes() >> 20,
        settings.offHeapBytes() >> 20,
        place(settings.engine()));
    settings.flash().ifPresent(StrataBlockCache::say);
    LOG.info("The process may come to take {}", settings.memoryNeed());
    startTracing(settings);
  }

  private static String place(Engine engine) {
    String files = Secrets.masked(engine.paths().toString());
    return switch (engine.kind()) {
      case OFFHEAP, FILES -> "off the heap";
      case KEPT -> "off the heap in " + files + ", where the next process finds it,";
      case MAPPED -> "in " + files;
    };
  }

  private static void say(FlashSettings flash) {
    LOG.info(
        "What memory lets go is kept on disks: {} MB in {}, {}, {}",
        flash.bytes() >> 20,
        Secrets.masked(flash.paths().toString()),
        flash.isEncrypted() ? "encrypted" : "not encrypted",
        flash.isWarm() ? "found again after a restart" : "begun anew at each start");
  }

  private void startTracing(CacheSettings settings) {
    try {
      tracing.apply(settings.trace(), facts());
    } catch (IOException e) {
      shutdown();
      throw settings.trace().openFailed(e);
    }
  }

  /** What is put into a trace of this cache. */
  private Map<String, String> facts() {
    return Map.of(
        "l1.bytes", Long.toString(onHeap.getMaxSize()),
        "l2.bytes", Long.toString(offHeap.getMaxSize()),
        "block.bytes", Integer.toString(settings().blockBytes()));
  }

  /**
   * Says whose the files are. From now on, what a restart found on disks of files that are gone is
   * freed from time to time, and quotas are heeded. To be called once at most, before {@link
   * #shutdown}.
   *
   * @param owners of the files that are there, asked anew each time
   * @param regions where they are, asked anew each time
   */
  void serve(Supplier<Map<String, Owner>> owners, Supplier<Map<String, String>> regions) {
    orphans.start(owners);
    offHeap.askServer(() -> ServerFiles.withReferredTo(regions.get()));
    metrics.showOwners(owners);
    roller.eachSecond(() -> heedQuotas(owners));
    roller.eachSecond(this::refreshPlainFiles);
  }

  private void refreshPlainFiles() {
    try {
      offHeap.plainFiles().refresh();
    } catch (RuntimeException e) {
      LOG.warn("The server could not be asked which of its files are without encryption", e);
    }
  }

  private void heedQuotas(Supplier<Map<String, Owner>> owners) {
    try {
      if (quotas.hasQuotas()) {
        quotas.look(owners.get());
      }
    } catch (RuntimeException e) {
      LOG.warn("Quotas cannot be heeded at the moment", e);
    }
  }

  /** Files whose orphaned blocks were freed so far. */
  int orphanedFiles() {
    return orphans.freedFiles();
  }

  /** Has a listener told when there is another tier on disks than before, or none. */
  void whenFlashIsReplaced(Runnable listener) {
    flashReplaced = listener;
  }

  /** What the cache was made from, or was told last while it ran. */
  public CacheSettings settings() {
    return live.settings();
  }

  /**
   * What the pages show of this cache.
   *
   * @param owners of the server's files
   */
  WebSource shownAs(String server, Supplier<Map<String, Owner>> owners) {
    return new WebSource(
        server, live::settings, live::waiting, changes::status, onHeap, offHeap, metrics, owners);
  }

  /** All that is counted. */
  public CacheMetrics metrics() {
    return metrics;
  }

  /** The second level, as what it is. */
  public OffHeapBlockCache offHeap() {
    return offHeap;
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    cacheBlock(key, block, inMemory, false);
  }

  @Override
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.offered(key, block, inMemory, waitWhenCache);
    }
    try {
      insert(key, block, inMemory, waitWhenCache);
    } catch (RuntimeException e) {
      // HBase's reader releases the block that it inserts only if nothing is thrown here.
      offHeap.getStats().failInsert();
      LOG.warn("Block {} could not be inserted and is not cached", key, e);
    }
  }

  private void insert(BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    if (isMeta(block.getBlockType())) {
      onHeap.cacheBlock(key, block, inMemory);
      offHeap.writeToDisks(key, block, inMemory);
    } else {
      offHeap.cacheBlock(key, block, inMemory, waitWhenCache);
    }
  }

  /**
   * Looks first in the level where a block of the expected type would be, and then in the other: a
   * key does not always say what type is there. Hits count for the level that had the block, misses
   * for the one where it was expected, once, however often HBase asks again.
   */
  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    boolean timed = lookups.isDrawn();
    TraceRecorder recorder = tracing.recorder();
    if (!timed && recorder == null) {
      return find(key, caching, repeat, updateCacheMetrics, Lookup.UNWATCHED);
    }
    Lookup.Watched lookup = new Lookup.Watched();
    long begin = System.nanoTime();
    Cacheable block = find(key, caching, repeat, updateCacheMetrics, lookup);
    if (timed) {
      lookups.record(lookup.where(), System.nanoTime() - begin, key.getHfileName());
    }
    if (recorder != null) {
      recorder.lookedUp(key, block, lookup.where(), caching, repeat, updateCacheMetrics);
    }
    return block;
  }

  private @Nullable Cacheable find(
      BlockCacheKey key, boolean caching, boolean repeat, boolean counts, Lookup lookup) {
    Cacheable block;
    if (isMeta(key.getBlockType())) {
      block = onHeap.find(key, caching, counts, lookup);
      if (block == null) {
        block = findOffHeap(key, caching, counts, lookup);
      }
      if (block == null && counts && !repeat) {
        onHeap.countMiss(key, caching);
      }
    } else {
      block = findOffHeap(key, caching, counts, lookup);
      if (block == null) {
        block = onHeap.find(key, caching, counts, lookup);
      }
      if (block == null && counts && !repeat) {
        offHeap.countMiss(key, caching);
      }
    }
    return block;
  }

  /** A block that would stay pinned, or was evicted from the heap, is copied there. */
  private @Nullable Cacheable findOffHeap(
      BlockCacheKey key, boolean caching, boolean counts, Lookup lookup) {
    Cacheable block = offHeap.find(key, caching, counts, lookup);
    if (block == null) {
      return null;
    }
    if (UnreleasedReads.isUnderWay(key.getHfileName())) {
      block = HeapCopy.insteadOf(block);
    }
    return isMeta(block.getBlockType()) ? broughtBack(key, block, caching) : block;
  }

  /**
   * An index or bloom block that the first level had let go. It is copied, because HBase holds such
   * blocks for as long as it likes; what lies below stays there until it is the one that nobody
   * reads, so that the first level can let go of the block again for nothing.
   */
  private Cacheable broughtBack(BlockCacheKey key, Cacheable block, boolean caching) {
    Cacheable copy = HeapCopy.insteadOf(block);
    if (caching) {
      onHeap.cacheBlock(key, copy);
    }
    return copy;
  }

  /** As HBase 3 asks, which knows the type apart from the key. */
  @SuppressWarnings("MissingOverride") // absent from the interface before HBase 3
  public @Nullable Cacheable getBlock(
      BlockCacheKey key,
      boolean caching,
      boolean repeat,
      boolean updateCacheMetrics,
      @Nullable BlockType type) {
    return getBlock(key, caching, repeat, updateCacheMetrics);
  }

  /** Both levels are asked: the same key may have been cached as a block of either kind. */
  @Override
  public boolean evictBlock(BlockCacheKey key) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.evicted(key);
    }
    boolean fromHeap = onHeap.evictBlock(key);
    return offHeap.evictBlock(key) || fromHeap;
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.evictedFile(file);
    }
    int onHeapAlone = onHeap.evictRange(file, 0, Long.MAX_VALUE, this::isBelow);
    return onHeapAlone + offHeap.evictBlocksByHfileName(file);
  }

  /** Evicts the blocks that begin from {@code from} to {@code to}, both included. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.evictedRange(file, from, to);
    }
    int onHeapAlone = onHeap.evictRange(file, from, to, this::isBelow);
    return onHeapAlone + offHeap.evictBlocksRangeByHfileName(file, from, to);
  }

  /**
   * Evicts the blocks of a region's files from all tiers. Looks at each block in memory.
   *
   * @param region its encoded name
   * @return how many blocks were evicted
   */
  public int evictBlocksByRegionName(String region) {
    Set<String> files = offHeap.filesOf(region, onHeap.keys());
    return files.stream().mapToInt(this::evictBlocksByHfileName).sum();
  }

  private boolean isBelow(BlockCacheKey key) {
    return offHeap.isAlreadyCached(key).orElse(false);
  }

  /**
   * Whether a prefetch may pass the block by, for which only HBase's prefetch asks: not of each
   * block that is cached ({@link PrefetchSkipper}). Of the first block of a file, it answers when
   * what a restart left on disks is found again, or after a minute.
   */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return Optional.of(prefetch.mayPass(key));
  }

  /** The bytes of a cached block in its file, with its header. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    int passed = prefetch.sizeOf(key);
    int size = passed > 0 ? passed : sizeOf(key);
    return size > 0 ? Optional.of(size) : Optional.empty();
  }

  /** 0 when the block is in no tier. */
  private int sizeOf(BlockCacheKey key) {
    return onHeap.getBlockSize(key).or(() -> offHeap.getBlockSize(key)).orElse(0);
  }

  private void awaitRestored() {
    if (!offHeap.waitForCacheInitialization(PREFETCH_WAITS_MILLIS)) {
      LOG.debug("A file is prefetched before all that lies on disks was found again");
    }
  }

  /** Waits for the tier on disks, as {@link OffHeapBlockCache#waitForCacheInitialization} does. */
  @SuppressWarnings("MissingOverride") // absent from the interface before HBase 2.6.6
  public boolean waitForCacheInitialization(long millis) {
    return offHeap.waitForCacheInitialization(millis);
  }

  /**
   * Bytes cached of each region, in memory or on disks. HBase asks once for each of its regions
   * whenever a server reports, so it is not counted anew each time.
   */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return Optional.of(bytesByRegion.get());
  }

  /** The files of which every block is cached, in whatever tier. Looks at each block in memory. */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public Optional<Map<String, Pair<String, Long>>> getFullyCachedFiles() {
    return Optional.of(offHeap.fullyCachedFiles(onHeap.keys()));
  }

  @Override
  public int getRpcRefCount(BlockCacheKey key) {
    return offHeap.getRpcRefCount(key);
  }

  /**
   * Told when the configuration was reloaded: has a thread set what can be set while the cache
   * runs, and returns at once, because HBase opens no region until then. A configuration that would
   * not start is logged at once and changes nothing. So does one of which a part cannot be set;
   * that, the end of the change, and what will only change with the next start are logged by the
   * thread. Of configurations that come faster than they are applied, the last is applied last, and
   * those between may be skipped. The on-heap level is resized by HBase's heap tuner, not from
   * here.
   */
  @SuppressWarnings("MissingOverride") // absent from the interface in HBase 2.5
  public void onConfigurationChange(Configuration conf) {
    changes.changeTo(conf);
  }

  /**
   * Waits until every configuration that {@link #onConfigurationChange} was told before is applied
   * or rejected.
   */
  public void awaitConfiguration() throws InterruptedException {
    changes.await();
  }

  @Override
  public void shutdown() {
    // First: a change would make what is stopped below anew.
    changes.close();
    roller.stop();
    tracing.stop();
    orphans.stop();
    HadoopMetrics.hide();
    metrics.close();
    // Not as the superclass: index blocks are on the heap, and reads need them while memory is left
    // on disks.
    offHeap.shutdown();
    onHeap.shutdown();
  }

  /** As the interface's own, which HBase 2.5 has not. */
  private static boolean isMeta(@Nullable BlockType type) {
    return type != null && type.getCategory() != BlockType.BlockCategory.DATA;
  }
}
