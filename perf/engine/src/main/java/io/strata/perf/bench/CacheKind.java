package io.strata.perf.bench;

import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.TinyLfuBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;

/** The measured caches, each with its default settings. */
public enum CacheKind {
  /** Strata's off-heap tier. */
  STRATA("Strata"),
  /** HBase's off-heap tier. */
  BUCKET_CACHE("BucketCache"),
  /** HBase's default on-heap tier. */
  LRU("LruBlockCache"),
  /** HBase's alternative on-heap tier. */
  TINY_LFU("TinyLfuBlockCache"),
  /** No cache: the cost of the machine and of HBase's block object alone. */
  BASELINE("baseline");

  private static final int WRITER_THREADS = 3;
  private static final int WRITER_QUEUE = 64;

  private final String title;

  CacheKind(String title) {
    this.title = title;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return title;
  }

  /**
   * Opens a new cache.
   *
   * @param bytes capacity, a multiple of 1 MB
   * @param blockBytes expected block size ({@code hbase.blockcache.minblocksize})
   */
  BlockCache open(long bytes, int blockBytes) {
    return switch (this) {
      case STRATA -> new StrataSecondLevel(strata(bytes, blockBytes).offHeap());
      case BUCKET_CACHE -> bucketCache(bytes, blockBytes);
      case LRU -> new LruBlockCache(bytes, blockBytes, none());
      case TINY_LFU -> new TinyLfuBlockCache(bytes, blockBytes, ForkJoinPool.commonPool(), none());
      case BASELINE -> new BaselineCache();
    };
  }

  private static BlockCache bucketCache(long bytes, int blockBytes) {
    try {
      return new BucketCache(
          "offheap",
          bytes,
          blockBytes,
          null,
          WRITER_THREADS,
          WRITER_QUEUE,
          null,
          BucketCache.DEFAULT_ERROR_TOLERATION_DURATION,
          none());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Configuration none() {
    return new Configuration(false);
  }

  /** Returns both of Strata's tiers; the on-heap tier takes no memory while it is empty. */
  static StrataCache strata(long bytes, int blockBytes) {
    Configuration conf = none();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.setLong("hbase.bucketcache.size", bytes >> 20);
    conf.setInt("hbase.blockcache.minblocksize", blockBytes);
    return new StrataCache(conf);
  }
}
