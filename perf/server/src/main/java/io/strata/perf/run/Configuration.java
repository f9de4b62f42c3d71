package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The cache configurations to compare, with the RegionServer settings of each. */
public enum Configuration {
  LRU("lru", "LruBlockCache"),
  COMBINED_OFFHEAP("combined-offheap", "CombinedBlockCache, off-heap"),
  COMBINED_ONHEAP("combined-onheap", "CombinedBlockCache, on-heap"),
  COMBINED_FILE("combined-file", "CombinedBlockCache, file"),
  META_ONLY("meta-only", "META blocks only"),
  STRATA_OFFHEAP("strata-offheap", "Strata, off-heap"),
  STRATA_FILE("strata-file", "Strata, file"),
  /** The same as {@link #COMBINED_OFFHEAP}, to show which differences are noise. */
  CONTROL("control", "CombinedBlockCache, off-heap, again");

  /** The configurations that are compared by default. */
  public static final List<Configuration> DEFAULT =
      List.of(
          LRU,
          COMBINED_OFFHEAP,
          COMBINED_ONHEAP,
          COMBINED_FILE,
          META_ONLY,
          STRATA_OFFHEAP,
          STRATA_FILE);

  /** The configurations with data blocks in memory, which most studies compare. */
  static final List<Configuration> IN_MEMORY =
      List.of(LRU, COMBINED_OFFHEAP, STRATA_OFFHEAP, CONTROL);

  /** The share of the heap for index and bloom blocks, if data blocks are not on the heap. */
  private static final String L1_SHARE = "0.2";

  /**
   * The metrics that count hits and misses of data blocks.
   *
   * @param hits name of a RegionServer metric
   * @param misses name of a RegionServer metric
   * @param missesCounted how many times each miss is counted
   */
  record HitCounters(String hits, String misses, int missesCounted) {}

  private final String id;
  private final String title;

  Configuration(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** Returns the name on the command line, in file names and in raw data. */
  public String id() {
    return id;
  }

  /** Returns the title, for charts. */
  public String title() {
    return title;
  }

  /** Returns the id, by which the command line finds it. */
  @Override
  public String toString() {
    return id;
  }

  /**
   * Returns the setup of a RegionServer with this cache.
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

  /** Returns the metrics of data blocks; a second tier contains only data blocks. */
  HitCounters hitCounters() {
    return switch (this) {
      case LRU, META_ONLY ->
          new HitCounters("blockCacheDataHitCount", "blockCacheDataMissCount", 1);
      // HBase counts each miss twice here.
      case COMBINED_OFFHEAP, COMBINED_ONHEAP, COMBINED_FILE, CONTROL ->
          new HitCounters("l2CacheHitCount", "l2CacheMissCount", 2);
      case STRATA_OFFHEAP, STRATA_FILE -> new HitCounters("l2CacheHitCount", "l2CacheMissCount", 1);
    };
  }

  /** Returns why this version of HBase does not have it; empty if it does. */
  public Optional<String> unavailable() {
    return this == COMBINED_ONHEAP
        ? Optional.of("combined-onheap: HBase 2 no longer has BucketCache's on-heap engine.")
        : Optional.empty();
  }

  /** Returns the RegionServer's heap. */
  int heapMegabytes(Memory memory) {
    String heap = setup(memory, Path.of("")).heap();
    return Integer.parseInt(heap.substring(0, heap.length() - 1));
  }

  /** Returns the lines of {@code hbase-site.xml}, for the report. */
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
