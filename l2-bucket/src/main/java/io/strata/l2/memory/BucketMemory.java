package io.strata.l2.memory;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import java.util.function.Consumer;

/** Provides the memory of a store's buckets. */
@FunctionalInterface
public interface BucketMemory {
  /**
   * Allocates buckets.
   *
   * @param buckets number of buckets
   * @return zeroed parts of direct or mapped buffers, each at an address that is a multiple of
   *     eight
   * @throws java.io.UncheckedIOException if a file cannot be created or mapped
   * @throws OutOfMemoryError if the process may not use that much direct memory
   */
  BucketBuffer[] allocate(int buckets);

  /**
   * Allocates additional buckets for an existing store.
   *
   * @param numbers the buckets' numbers, which determine their position if that is fixed ({@link
   *     #isInOrder}). The number of a removed bucket may be reused once the garbage collector has
   *     found its memory unused
   * @return as for {@link #allocate(int)}; a position used before keeps its old content
   */
  default BucketBuffer[] allocate(int[] numbers) {
    return allocate(numbers.length);
  }

  /**
   * Returns whether buckets can be added and removed later. The garbage collector frees an
   * allocation when all its buckets are removed and no view of them is reachable.
   */
  default boolean isResizable() {
    return false;
  }

  /** The number of buckets a store begins with if the rest can be allocated in the background. */
  int FIRST_BUCKETS = (256 << 20) / BucketLayout.BUCKET_BYTES;

  /**
   * Returns how many buckets a store should begin with; the rest is allocated while it is used,
   * because allocating a bucket takes as long as writing it. Returns more than {@code buckets} if
   * more exist already.
   *
   * @param buckets number of buckets that the store is to have
   */
  default int first(int buckets) {
    return buckets;
  }

  /**
   * Returns whether a bucket's number fixes its position, and the memory ends after the last
   * bucket. Buckets are then numbered in order of allocation, and the last ones are removed first.
   */
  default boolean isInOrder() {
    return false;
  }

  /** Returns the bytes used besides the buckets, which count towards the size of the cache. */
  default long bytesBeside() {
    return 0;
  }

  /**
   * Reserves bytes that a cache uses besides its buckets, if several caches share a bound.
   *
   * @param bytes number of additional bytes; negative to return them
   * @throws OutOfMemoryError if the bound would be exceeded; nothing is reserved then
   */
  default void reserve(long bytes) {}

  /**
   * Sets the handler for errors that occur outside of a call, and so have no caller.
   *
   * @param handler must not throw
   */
  default void setErrorHandler(Consumer<Throwable> handler) {}

  /** Returns direct memory, which the JVM counts against its limit. */
  static BucketMemory direct() {
    return new DirectMemory();
  }
}
