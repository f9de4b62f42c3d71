package io.strata.perf.compare;

/** How large the cache is against the data. Each is a group of its own in the report. */
enum Setup {
  /** Room for every block, whatever an allocator wastes: nothing but hits once warm. */
  ALL_HITS("everything in the cache", 1.4, 32),
  /** Room for a part of the blocks: every miss brings one in and pushes one out. */
  CHURN("churn: a cache smaller than the data", 0.7, 0);

  final String title;

  /** Bytes of the second tier for each byte of data. */
  private final double cacheShare;

  /** MB on top: BucketCache keeps a bucket of 2 MB for each of its 14 sizes of block. */
  private final int extraMegabytes;

  Setup(String title, double cacheShare, int extraMegabytes) {
    this.title = title;
    this.extraMegabytes = extraMegabytes;
    this.cacheShare = cacheShare;
  }

  /** The value of {@code hbase.bucketcache.size}, in MB, for {@code dataBytes} of store files. */
  int cacheMegabytes(long dataBytes) {
    return extraMegabytes + (int) Math.ceil(cacheShare * dataBytes / Scale.MEGABYTE);
  }
}
