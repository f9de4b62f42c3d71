package io.strata.perf.run;

/**
 * The memory of every configuration, in MB. Heap and cache together are the same for all: what one
 * spends on its heap, another spends off-heap.
 *
 * @param heapMegabytes heap of a RegionServer whose cache is not on the heap; at least 512
 * @param cacheMegabytes size of the cache; at least 64
 */
public record Memory(int heapMegabytes, int cacheMegabytes) {
  /** The smallest heap with which a RegionServer starts and serves. */
  public static final int MIN_HEAP = 512;

  /** The smallest cache that BucketCache can divide among its size classes. */
  public static final int MIN_CACHE = 64;

  static final long MEGABYTE = 1 << 20;

  /** HBase fails startup if cache and memstores leave less than a fifth of the heap. */
  private static final double CACHE_AND_MEMSTORES = 0.8;

  private static final double MIN_MEMSTORES = 0.1;

  /** Direct memory for RPCs and reads, beside the cache. */
  private static final int DIRECT_BUFFERS = 512;

  /**
   * Checks both sizes.
   *
   * @throws IllegalArgumentException with the fix, if one is too small, or the cache is too large
   *     for a heap of both sizes together
   */
  public Memory {
    atLeast("--heap", heapMegabytes, MIN_HEAP);
    atLeast("--cache", cacheMegabytes, MIN_CACHE);
    double share = (double) cacheMegabytes / (heapMegabytes + cacheMegabytes);
    if (share > CACHE_AND_MEMSTORES - MIN_MEMSTORES) {
      throw new IllegalArgumentException(
          ("--cache=%d: is too large a share of a heap of %d MB (--heap and --cache). Set --heap to"
                  + " at least %d.")
              .formatted(cacheMegabytes, heapMegabytes + cacheMegabytes, minHeap(cacheMegabytes)));
    }
  }

  private static void atLeast(String option, int megabytes, int min) {
    if (megabytes < min) {
      throw new IllegalArgumentException(
          "%s=%d: is too small. Set it to at least %d.".formatted(option, megabytes, min));
    }
  }

  private static int minHeap(int cacheMegabytes) {
    double share = CACHE_AND_MEMSTORES - MIN_MEMSTORES;
    return (int) Math.ceil(cacheMegabytes / share) - cacheMegabytes;
  }

  int total() {
    return heapMegabytes + cacheMegabytes;
  }

  long cacheBytes() {
    return cacheMegabytes * MEGABYTE;
  }

  /** Returns the cache's share of a heap that contains it. */
  double cacheShareOfHeap() {
    return (double) cacheMegabytes / total();
  }

  /** Returns the memstores' share of such a heap. */
  double memstoreShareOfHeap() {
    return Math.min(0.4, CACHE_AND_MEMSTORES - cacheShareOfHeap());
  }

  /** Returns {@code -XX:MaxDirectMemorySize} for an off-heap cache. */
  int directMegabytes() {
    return cacheMegabytes + DIRECT_BUFFERS;
  }

  /** Returns {@code -XX:MaxDirectMemorySize} for any other cache. */
  int directMegabytesWithoutCache() {
    return DIRECT_BUFFERS;
  }
}
