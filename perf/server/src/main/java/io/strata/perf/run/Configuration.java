package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The caches that are compared, each with what a RegionServer needs to have it. The command line
 * and reports call them deploys.
 */
public enum Configuration {
  LRU("lru", "LruBlockCache"),
  COMBINED_OFFHEAP("combined-offheap", "CombinedBlockCache, off-heap"),
  COMBINED_ONHEAP("combined-onheap", "CombinedBlockCache, on-heap"),
  COMBINED_FILE("combined-file", "CombinedBlockCache, file"),
  META_ONLY("meta-only", "META blocks only"),
  STRATA_OFFHEAP("strata-offheap", "Strata, off-heap"),
  STRATA_FILE("strata-file", "Strata, file"),
  /** In a challenger's place, to see which differences come from the machine alone. */
  CONTROL("control", "CombinedBlockCache, off-heap, again");

  /** Those that are compared when nothing else is asked for. */
  public static final List<Configuration> DEFAULT =
      List.of(
          LRU,
          COMBINED_OFFHEAP,
          COMBINED_ONHEAP,
          COMBINED_FILE,
          META_ONLY,
          STRATA_OFFHEAP,
          STRATA_FILE);

  /** Those whose data blocks are in memory: the ones to choose between. */
  static final List<Configuration> IN_MEMORY =
      List.of(LRU, COMBINED_OFFHEAP, STRATA_OFFHEAP, CONTROL);

  /** The share of the heap for index and bloom blocks where data blocks are elsewhere. */
  private static final String L1_SHARE = "0.2";

  /**
   * Where a RegionServer tells how often data blocks were found in its cache.
   *
   * @param hits a metric of the RegionServer
   * @param misses another
   * @param missesCounted how often it counts each miss
   */
  record HitCounters(String hits, String misses, int missesCounted) {}

  private final String id;
  private final String title;

  Configuration(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** As on the command line, in file names and in raw data. */
  public String id() {
    return id;
  }

  /** As in charts. */
  public String title() {
    return title;
  }

  /** Returns the id: the command line takes it by this. */
  @Override
  public String toString() {
    return id;
  }

  /**
   * A RegionServer with this cache.
   *
   * @param files the folder for a cache in files
   */
  public RegionServerSetup setup(Memory memory, Path files) {
    return switch (this) {
      case LRU ->
          onHeap(memory)
              .withSite("hfile.block.cache.size", share(memory.cacheShareOfHeap()))
              .withSite(
                  "hbase.regionserver.global.memstore.size", share(memory.memstoreShareOfHeap()));
      case COMBINED_OFFHEAP ->
          bucketCache(memory, "offheap").withDirectMemory(memory.directMegabytes() + "m");
      case COMBINED_ONHEAP -> bucketCache(memory, "heap").withHeap(memory.total() + "m");
      case COMBINED_FILE -> bucketCache(memory, "file:" + files.resolve("bucket.cache"));
      case META_ONLY -> onHeap(memory).withSite("hbase.block.data.cacheonread", "false");
      case STRATA_OFFHEAP -> strata(memory, COMBINED_OFFHEAP.setup(memory, files));
      case STRATA_FILE -> strata(memory, COMBINED_FILE.setup(memory, files));
      case CONTROL -> COMBINED_OFFHEAP.setup(memory, files);
    };
  }

  /** Where it tells of hits: of data blocks alone, which are all that is in a second tier. */
  HitCounters hitCounters() {
    return switch (this) {
      case LRU, META_ONLY ->
          new HitCounters("blockCacheDataHitCount", "blockCacheDataMissCount", 1);
      // Each miss is counted twice there.
      case COMBINED_OFFHEAP, COMBINED_ONHEAP, COMBINED_FILE, CONTROL ->
          new HitCounters("l2CacheHitCount", "l2CacheMissCount", 2);
      case STRATA_OFFHEAP, STRATA_FILE -> new HitCounters("l2CacheHitCount", "l2CacheMissCount", 1);
    };
  }

  /** Why it cannot be measured with this version of HBase, if so. */
  public Optional<String> unavailable() {
    return this == COMBINED_ONHEAP
        ? Optional.of(
            "HBase 2 no longer has the engine \"heap\" of BucketCache, so there is no"
                + " CombinedBlockCache on the heap to measure.")
        : Optional.empty();
  }

  /** Heap of the RegionServer. */
  int heapMegabytes(Memory memory) {
    String heap = setup(memory, Path.of("")).heap();
    return Integer.parseInt(heap.substring(0, heap.length() - 1));
  }

  /** What a reader must know of it: the lines of {@code hbase-site.xml}. */
  Map<String, String> settings(Memory memory) {
    return setup(memory, Path.of("…")).site();
  }

  private static RegionServerSetup onHeap(Memory memory) {
    return RegionServerSetup.stock()
        .withHeap(memory.total() + "m")
        .withDirectMemory(memory.directMegabytesWithoutCache() + "m");
  }

  private static RegionServerSetup bucketCache(Memory memory, String engine) {
    return RegionServerSetup.bucketCache(memory.cacheMegabytes())
        .withSite("hbase.bucketcache.ioengine", engine)
        .withSite("hfile.block.cache.size", L1_SHARE)
        .withHeap(memory.heapMegabytes() + "m")
        .withDirectMemory(memory.directMegabytesWithoutCache() + "m");
  }

  private static RegionServerSetup strata(Memory memory, RegionServerSetup like) {
    return RegionServerSetup.strata(memory.cacheMegabytes())
        .withSite(like.site())
        .withHeap(like.heap())
        .withDirectMemory(like.directMemory());
  }

  private static String share(double share) {
    return String.format(Locale.ROOT, "%.3f", Math.floor(share * 1_000) / 1_000);
  }
}
