package io.strata.perf.run;

import io.strata.it.cluster.RegionServerSetup;
import java.nio.file.Path;
import java.util.Locale;

/** The cache configurations to compare, with the RegionServer settings of each. */
public enum Configuration {
  LRU("lru", "LruBlockCache"),
  COMBINED_OFFHEAP("combined-offheap", "CombinedBlockCache, off-heap"),
  COMBINED_FILE("combined-file", "CombinedBlockCache, file"),
  STRATA_OFFHEAP("strata-offheap", "Strata, off-heap"),
  /** Memory that outlives the process. */
  STRATA_KEPT("strata-kept", "Strata, kept memory"),
  STRATA_COMPRESSED("strata-compressed", "Strata, off-heap, compressed"),
  /** A tier in memory, and a flash tier of {@value #TIMES_MEMORY} times its size. */
  STRATA_OFFHEAP_DISKS("strata-offheap-disks", "Strata, off-heap and disks"),
  STRATA_FILE("strata-file", "Strata, file");

  private static final int TIMES_MEMORY = 4;

  /** Direct memory for the buffers of the flash tier. */
  private static final int FLASH_MEGABYTES = 256;

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
   * @param files the folder for a cache in files, on tmpfs for {@link #STRATA_KEPT}
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
      case COMBINED_FILE -> bucketCache(memory, "file:" + files.resolve("bucket.cache"));
      case STRATA_OFFHEAP -> strata(memory, COMBINED_OFFHEAP.setup(memory, files));
      case STRATA_KEPT ->
          STRATA_OFFHEAP
              .setup(memory, files)
              .withSite("strata.offheap.path", files.resolve("memory").toString());
      case STRATA_COMPRESSED ->
          STRATA_OFFHEAP.setup(memory, files).withSite("strata.offheap.compression", "lz4");
      case STRATA_OFFHEAP_DISKS ->
          STRATA_OFFHEAP
              .setup(memory, files)
              .withSite("strata.flash.path", files.resolve("flash").toString())
              .withSite("strata.flash.size", TIMES_MEMORY * memory.cacheMegabytes() + "m")
              // The default's buffers would be larger than a small cache.
              .withSite("strata.flash.region.size", "4m")
              .withDirectMemory(memory.directMegabytes() + FLASH_MEGABYTES + "m");
      case STRATA_FILE ->
          strata(memory, COMBINED_FILE.setup(memory, files))
              .withDirectMemory(memory.directMegabytesWithoutCache() + FLASH_MEGABYTES + "m");
    };
  }

  /** Returns whether the cache is Strata's. */
  boolean isStrata() {
    return id.startsWith("strata");
  }

  /** Returns the metrics of data blocks; a second tier contains only data blocks. */
  HitCounters hitCounters() {
    return switch (this) {
      case LRU -> new HitCounters("blockCacheDataHitCount", "blockCacheDataMissCount", 1);
      // HBase counts each miss twice here.
      case COMBINED_OFFHEAP, COMBINED_FILE ->
          new HitCounters("l2CacheHitCount", "l2CacheMissCount", 2);
      case STRATA_OFFHEAP, STRATA_KEPT, STRATA_COMPRESSED, STRATA_OFFHEAP_DISKS, STRATA_FILE ->
          new HitCounters("l2CacheHitCount", "l2CacheMissCount", 1);
    };
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
