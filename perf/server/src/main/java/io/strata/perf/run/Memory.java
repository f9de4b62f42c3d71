package io.strata.perf.run;

/**
 * The memory that every deploy is given, in MB: what one spends on its heap, another spends off it,
 * so that heap and cache together are the same for all.
 *
 * @param heapMegabytes of a RegionServer whose cache is not on the heap; at least 512
 * @param cacheMegabytes for blocks; at least 64
 */
public record Memory(int heapMegabytes, int cacheMegabytes) {
  /** The least heap on which a RegionServer of this size starts and answers. */
  public static final int MIN_HEAP = 512;

  /** Less than that BucketCache cannot divide among its sizes. */
  public static final int MIN_CACHE = 64;

  static final long MEGABYTE = 1 << 20;

  /** HBase refuses a start where cache and memstores leave less than a fifth of the heap. */
  private static final double CACHE_AND_MEMSTORES = 0.8;

  private static final double MIN_MEMSTORES = 0.1;

  /** Buffers for RPCs and reads, which are not of the cache. */
  private static final int DIRECT_BUFFERS = 512;

  /**
   * Checks both sizes.
   *
   * @throws IllegalArgumentException with the mend, when one is too small, or when the cache is so
   *     large that it cannot be on a heap of both sizes
   */
  public Memory {
    atLeast("--heap", heapMegabytes, MIN_HEAP);
    atLeast("--cache", cacheMegabytes, MIN_CACHE);
    double share = (double) cacheMegabytes / (heapMegabytes + cacheMegabytes);
    if (share > CACHE_AND_MEMSTORES - MIN_MEMSTORES) {
      throw new IllegalArgumentException(
          "On a heap of %d MB, which is what --heap and --cache make together, a cache of %d MB leaves HBase too little: give --heap at least %d MB."
              .formatted(
                  heapMegabytes + cacheMegabytes, cacheMegabytes, leastHeap(cacheMegabytes)));
    }
  }

  private static void atLeast(String option, int megabytes, int least) {
    if (megabytes < least) {
      throw new IllegalArgumentException(
          option + " is " + megabytes + " MB: give it at least " + least + " MB.");
    }
  }

  private static int leastHeap(int cacheMegabytes) {
    double share = CACHE_AND_MEMSTORES - MIN_MEMSTORES;
    return (int) Math.ceil(cacheMegabytes / share) - cacheMegabytes;
  }

  int total() {
    return heapMegabytes + cacheMegabytes;
  }

  long cacheBytes() {
    return cacheMegabytes * MEGABYTE;
  }

  /** The cache as a share of a heap that holds it. */
  double cacheShareOfHeap() {
    return (double) cacheMegabytes / total();
  }

  /** What is left for memstores on such a heap, as a share of it. */
  double memstoreShareOfHeap() {
    return Math.min(0.4, CACHE_AND_MEMSTORES - cacheShareOfHeap());
  }

  /** {@code -XX:MaxDirectMemorySize} where the cache is off the heap. */
  int directMegabytes() {
    return cacheMegabytes + DIRECT_BUFFERS;
  }

  /** The same where it is not. */
  int directMegabytesWithoutCache() {
    return DIRECT_BUFFERS;
  }
}
