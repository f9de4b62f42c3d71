package io.strata.perf.bench;

import io.strata.readpath.StrataBlockCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.TinyLfuBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;

/** The caches that are measured, each with the settings that it has when nothing is set. */
public enum CacheKind {
  /** Strata's off-heap tier. */
  STRATA("Strata"),
  /** HBase's off-heap tier. */
  BUCKET_CACHE("BucketCache"),
  /** HBase's default on-heap tier. */
  LRU("LruBlockCache"),
  /** HBase's other on-heap tier. */
  TINY_LFU("TinyLfuBlockCache"),
  /** No cache: what the machine and HBase's block object cost by themselves. */
  FLOOR("floor");

  private static final int WRITER_THREADS = 3;
  private static final int WRITER_QUEUE = 64;

  private final String title;

  CacheKind(String title) {
    this.title = title;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  /**
   * A new cache.
   *
   * @param bytes what it may take, a multiple of a MB
   * @param blockBytes the size that it is told to expect of blocks ({@code
   *     hbase.blockcache.minblocksize})
   */
  BlockCache open(long bytes, int blockBytes) {
    return switch (this) {
      case STRATA -> strata(bytes, blockBytes).offHeap();
      case BUCKET_CACHE -> bucketCache(bytes, blockBytes);
      case LRU -> new LruBlockCache(bytes, blockBytes, none());
      case TINY_LFU -> new TinyLfuBlockCache(bytes, blockBytes, ForkJoinPool.commonPool(), none());
      case FLOOR -> new BaselineCache();
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

  /** Both of Strata's tiers; the one on the heap takes no memory while it is empty. */
  static StrataBlockCache strata(long bytes, int blockBytes) {
    Configuration conf = none();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.setLong("hbase.bucketcache.size", bytes >> 20);
    conf.setInt("hbase.blockcache.minblocksize", blockBytes);
    return new StrataBlockCache(conf);
  }
}
