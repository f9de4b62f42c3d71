package io.strata.readpath.cache;

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
import io.strata.readpath.usage.Owner;
import io.strata.readpath.usage.QuotaKeeper;
import io.strata.readpath.usage.ServerFiles;
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
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache with all its tiers: index and bloom blocks on the heap, data blocks off the heap, and
 * blocks evicted from there on flash. Needs only a configuration, no server. Thread-safe.
 *
 * <p>A block that {@link #getBlock} returns must be released exactly once, and must not be accessed
 * afterwards: its bytes may lie in the cache's own memory.
 */
public final class StrataCache {
  private static final Logger LOG = LoggerFactory.getLogger(StrataCache.class);

  private static final long MAX_PREFETCH_WAIT_MILLIS = 60_000;

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
   * Creates the cache of a configuration, and allocates all its memory.
   *
   * @param conf HBase's configuration; the keys are in {@code docs/KEYS.md}
   * @throws InvalidSettingException if a setting is invalid; the message has key, value and fix
   */
  public StrataCache(Configuration conf) {
    this(CacheSettings.read(conf, MemoryLimits.ofThisProcess()));
  }

  /**
   * Creates the cache of these settings, and allocates all its memory.
   *
   * @throws InvalidSettingException if memory or files are unavailable
   */
  public StrataCache(CacheSettings settings) {
    this(
        settings,
        new OnHeapBlockCache(settings.onHeapBytes(), settings.statsPeriods()),
        OffHeapFactory.open(settings));
  }

  private StrataCache(CacheSettings settings, OnHeapBlockCache onHeap, OffHeapBlockCache offHeap) {
    onHeap.setEvictionListener(offHeap::cacheVictim);
    this.onHeap = onHeap;
    this.offHeap = offHeap;
    this.metrics = new CacheMetrics(onHeap, offHeap, settings.metricsTables());
    this.lookups = metrics.lookups();
    this.roller =
        StatisticsRoller.start(this::rollStatistics, settings.statsPeriodMinutes(), metrics);
    this.prefetch = new PrefetchSkipper(this::sizeOf, this::awaitRecovery);
    this.bytesByRegion =
        new MemoizingSupplier<>(() -> offHeap.getRegionCachedInfo().orElse(Map.of()));
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
        "Strata block cache: {} MB on heap for index and bloom blocks, {} MB {} for data blocks",
        settings.onHeapBytes() >> 20,
        settings.offHeapBytes() >> 20,
        storage(settings.engine()));
    settings.flash().ifPresent(StrataCache::log);
    LOG.info("The process may take up to {}", settings.memoryNeed());
    startTracing(settings);
  }

  private static String storage(Engine engine) {
    String files = Secrets.masked(engine.paths().toString());
    return switch (engine.kind()) {
      case OFFHEAP, FILES -> "off heap";
      case KEPT -> "off heap, kept over a restart in " + files + ",";
      case MAPPED -> "mapped from " + files;
    };
  }

  private static void log(FlashSettings flash) {
    LOG.info(
        "Flash tier: {} MB in {}, {}, {}",
        flash.bytes() >> 20,
        Secrets.masked(flash.paths().toString()),
        flash.isEncrypted() ? "encrypted" : "not encrypted",
        flash.isWarm() ? "recovered after a restart" : "empty after a restart");
  }

  private void rollStatistics() {
    onHeap.getStats().rollMetricsPeriod();
    offHeap.getStats().rollMetricsPeriod();
  }

  private void startTracing(CacheSettings settings) {
    try {
      tracing.apply(settings.trace(), facts());
    } catch (IOException e) {
      shutdown();
      throw settings.trace().openFailed(e);
    }
  }

  /** Returns the metadata of a recording of accesses. */
  private Map<String, String> facts() {
    return Map.of(
        "l1.bytes", Long.toString(onHeap.getMaxSize()),
        "l2.bytes", Long.toString(offHeap.getMaxSize()),
        "block.bytes", Integer.toString(settings().blockBytes()));
  }

  /**
   * Starts what depends on the server's files: the eviction of orphaned files and quotas. Must be
   * called at most once, before {@link #shutdown}.
   *
   * @param owners returns the owners of the server's current files
   * @param regions returns the regions of these files
   */
  public void serve(Supplier<Map<String, Owner>> owners, Supplier<Map<String, String>> regions) {
    orphans.start(owners);
    offHeap.askServer(() -> ServerFiles.withReferredTo(regions.get()));
    metrics.showOwners(owners);
    roller.eachSecond(() -> applyQuotas(owners));
    offHeap.families().askServer(() -> Owner.families(ServerFiles.withReferredTo(owners.get())));
    roller.eachSecond(this::refreshPlainFiles);
  }

  private void refreshPlainFiles() {
    try {
      offHeap.plainFiles().refresh();
      offHeap.families().refresh();
    } catch (RuntimeException e) {
      LOG.warn("Could not determine the families of files, and which are not encrypted", e);
    }
  }

  private void applyQuotas(Supplier<Map<String, Owner>> owners) {
    try {
      if (quotas.hasQuotas()) {
        quotas.update(owners.get());
      }
    } catch (RuntimeException e) {
      LOG.warn("Could not apply quotas", e);
    }
  }

  /** Returns the number of orphaned files whose blocks were evicted. */
  public int orphanedFiles() {
    return orphans.freedFiles();
  }

  /** Sets a listener that runs after the flash tier was replaced or closed. */
  public void onFlashReplaced(Runnable listener) {
    flashReplaced = listener;
  }

  /** Returns the settings that were applied last. */
  public CacheSettings settings() {
    return live.settings();
  }

  /**
   * Returns the source of the pages' data.
   *
   * @param owners of the server's files
   */
  public WebSource webSource(String server, Supplier<Map<String, Owner>> owners) {
    return new WebSource(
        server, live::settings, live::waiting, changes::status, onHeap, offHeap, metrics, owners);
  }

  /** Returns the metrics of all tiers. */
  public CacheMetrics metrics() {
    return metrics;
  }

  /** Returns the on-heap tier. */
  public OnHeapBlockCache onHeap() {
    return onHeap;
  }

  /** Returns the off-heap tier. */
  public OffHeapBlockCache offHeap() {
    return offHeap;
  }

  /** Inserts a block that is not in-memory and was read by request. */
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false, false);
  }

  /**
   * Inserts a block into the tier of its type. The caller keeps its own reference. A block that
   * cannot be inserted is counted and logged.
   *
   * @param inMemory whether its family is in-memory
   * @param waitWhenCache whether the block was prefetched, or belongs to a file that is being
   *     written
   */
  public void cacheBlock(
      BlockCacheKey key, Cacheable block, boolean inMemory, boolean waitWhenCache) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.offered(key, block, inMemory, waitWhenCache);
    }
    try {
      insert(key, block, inMemory, waitWhenCache);
    } catch (RuntimeException e) {
      // Not thrown: HBase's reader would not release the block that it inserts.
      offHeap.getStats().failInsert();
      LOG.warn("Could not cache block {}", key, e);
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
   * Looks a block up in the tier for its expected type, then in the other one: a key does not
   * always have the block's type. A hit counts for the tier that has the block. A miss counts for
   * the tier of the expected type, and once even if HBase repeats the look-up.
   */
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    boolean timed = lookups.isSampled();
    TraceRecorder recorder = tracing.recorder();
    if (!timed && recorder == null) {
      return find(key, caching, repeat, updateCacheMetrics, Lookup.UNTRACED);
    }
    Lookup.Traced lookup = new Lookup.Traced();
    long begin = System.nanoTime();
    Cacheable block = find(key, caching, repeat, updateCacheMetrics, lookup);
    if (timed) {
      lookups.record(lookup.outcome(), System.nanoTime() - begin, key.getHfileName());
    }
    if (recorder != null) {
      recorder.lookedUp(key, block, lookup.outcome(), caching, repeat, updateCacheMetrics);
    }
    return block;
  }

  private @Nullable Cacheable find(
      BlockCacheKey key, boolean caching, boolean repeat, boolean counts, Lookup lookup) {
    boolean isMeta = isMeta(key.getBlockType());
    Cacheable block = isMeta ? onHeap.find(key, caching, counts, lookup) : null;
    if (block != null) {
      return block;
    }
    block = offHeap.find(key, caching, counts, lookup);
    if (block != null) {
      return copyIfHeld(key, block, caching);
    }
    block = isMeta ? null : onHeap.find(key, caching, counts, lookup);
    if (block == null && counts && !repeat) {
      if (isMeta) {
        onHeap.countMiss(key, caching);
      } else {
        offHeap.countMiss(key, caching);
      }
    }
    return block;
  }

  /**
   * Returns a block from off the heap; copies one that would stay pinned, or was evicted from the
   * heap.
   */
  private Cacheable copyIfHeld(BlockCacheKey key, Cacheable block, boolean caching) {
    Cacheable found =
        UnreleasedReads.isRunning(key.getHfileName()) ? HeapCopy.insteadOf(block) : block;
    return isMeta(found.getBlockType()) ? promote(key, found, caching) : found;
  }

  /**
   * Copies an index or bloom block, which was evicted from the heap, back to the heap: HBase holds
   * such blocks without a time limit. The original stays off the heap until the policy evicts it,
   * so that the on-heap tier can evict the block again without a copy.
   */
  private Cacheable promote(BlockCacheKey key, Cacheable block, boolean caching) {
    Cacheable copy = HeapCopy.insteadOf(block);
    if (caching) {
      onHeap.cacheBlock(key, copy);
    }
    return copy;
  }

  /** Evicts a block from both tiers, as the key may have been cached with either type. */
  public boolean evictBlock(BlockCacheKey key) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.evicted(key);
    }
    boolean fromHeap = onHeap.evictBlock(key);
    return offHeap.evictBlock(key) || fromHeap;
  }

  /** Evicts the blocks of a file from all tiers. */
  public int evictBlocksByHfileName(String file) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.evictedFile(file);
    }
    int onHeapAlone = onHeap.evictRange(file, 0, Long.MAX_VALUE, this::isBelow);
    return onHeapAlone + offHeap.evictBlocksByHfileName(file);
  }

  /** Evicts the blocks of a file with offsets in {@code [from, to]}. */
  public int evictBlocksRangeByHfileName(String file, long from, long to) {
    TraceRecorder recorder = tracing.recorder();
    if (recorder != null) {
      recorder.evictedRange(file, from, to);
    }
    int onHeapAlone = onHeap.evictRange(file, from, to, this::isBelow);
    return onHeapAlone + offHeap.evictBlocksRangeByHfileName(file, from, to);
  }

  /**
   * Evicts the blocks of a region's files from all tiers. Visits each block in memory.
   *
   * @param region its encoded name
   * @return the number of evicted blocks
   */
  public int evictBlocksByRegionName(String region) {
    Set<String> files = offHeap.filesOf(region, onHeap.keys());
    return files.stream().mapToInt(this::evictBlocksByHfileName).sum();
  }

  private boolean isBelow(BlockCacheKey key) {
    return offHeap.isAlreadyCached(key).orElse(false);
  }

  /**
   * Returns whether a prefetch may skip the block; only HBase's prefetch calls this. It may not
   * skip every cached block ({@link PrefetchSkipper}). For the first block of a file, waits up to a
   * minute for the recovery of the flash tier.
   */
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return Optional.of(prefetch.maySkip(key));
  }

  /** Returns the bytes of a cached block in its file, with its header. */
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    int skipped = prefetch.sizeOf(key);
    int size = skipped > 0 ? skipped : sizeOf(key);
    return size > 0 ? Optional.of(size) : Optional.empty();
  }

  /** Returns 0 if the block is in no tier. */
  private int sizeOf(BlockCacheKey key) {
    return onHeap.getBlockSize(key).or(() -> offHeap.getBlockSize(key)).orElse(0);
  }

  private void awaitRecovery() {
    if (!offHeap.waitForCacheInitialization(MAX_PREFETCH_WAIT_MILLIS)) {
      LOG.debug("Prefetching a file before the recovery of the flash tier is complete");
    }
  }

  /** As {@link OffHeapBlockCache#waitForCacheInitialization}. */
  public boolean waitForCacheInitialization(long millis) {
    return offHeap.waitForCacheInitialization(millis);
  }

  /**
   * Returns the cached bytes of each region, in memory or on flash. The result is memoized, because
   * HBase calls this once for each region whenever a server reports.
   */
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return Optional.of(bytesByRegion.get());
  }

  /** Returns the files with all blocks cached, in any tier. Visits each block in memory. */
  public Optional<Map<String, Pair<String, Long>>> getFullyCachedFiles() {
    return Optional.of(offHeap.fullyCachedFiles(onHeap.keys()));
  }

  /** Returns the number of callers that hold the block off the heap. */
  public int getRpcRefCount(BlockCacheKey key) {
    return offHeap.getRpcRefCount(key);
  }

  /**
   * Applies a reloaded configuration in the background, and returns at once, because HBase opens no
   * region meanwhile. An invalid configuration is logged at once and changes nothing. If a part
   * cannot be set, nothing is changed either. The background thread logs this, the end of the
   * change, and the settings that take effect at the next start. If configurations arrive faster
   * than they are applied, some may be skipped, but not the last. The on-heap tier is resized by
   * HBase's heap tuner instead.
   */
  public void onConfigurationChange(Configuration conf) {
    changes.changeTo(conf);
  }

  /**
   * Waits until every configuration passed to {@link #onConfigurationChange} before is applied or
   * rejected.
   */
  public void awaitConfiguration() throws InterruptedException {
    changes.await();
  }

  /** Drains memory to flash as far as the time allows, and closes all tiers. */
  public void shutdown() {
    // First: a change would restart what is stopped below.
    changes.close();
    roller.stop();
    tracing.stop();
    orphans.stop();
    HadoopMetrics.hide();
    metrics.close();
    // In this order: reads need the index blocks on the heap during the drain.
    offHeap.shutdown();
    onHeap.shutdown();
  }

  private static boolean isMeta(@Nullable BlockType type) {
    return type != null && type.getCategory() != BlockType.BlockCategory.DATA;
  }
}
