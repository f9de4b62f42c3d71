package io.strata.l2.memory;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Gives a store the memory of its buckets. */
@FunctionalInterface
public interface BucketMemory {
  /**
   * Allocates buckets.
   *
   * @param buckets how many
   * @return as many direct or mapped buffers of a bucket's size, zeroed, each beginning at a
   *     multiple of eight bytes in memory
   * @throws java.io.UncheckedIOException when a file cannot be made or mapped
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  ByteBuffer[] allocate(int buckets);

  /**
   * As {@link #allocate(int)}, of more buckets of a store that was made before.
   *
   * @param numbers of these: a place each, where places are fixed ({@link #isInOrder}). Of a bucket
   *     that was removed, and whose memory the garbage collector found to be unused, the number may
   *     come again
   * @return as of {@link #allocate(int)}; at a place that was used before, what it held then
   */
  default ByteBuffer[] allocate(int[] numbers) {
    return allocate(numbers.length);
  }

  /**
   * Whether more may be allocated later, and buckets be removed. The garbage collector frees a
   * bucket when nothing refers to it or its views.
   */
  default boolean isResizable() {
    return false;
  }

  /** A store begins with so many at most where the rest can be allocated while it is used. */
  int FIRST_BUCKETS = 64;

  /**
   * How many buckets a store had better begin with, of as many as it is to have, and have the rest
   * allocated while it is used: to allocate takes as long as to write them. More than it is to have
   * where more are there.
   */
  default int first(int buckets) {
    return buckets;
  }

  /**
   * Whether each bucket has a place by its number, and memory ends behind the last one: buckets are
   * to be numbered in the order in which they are allocated, and the last ones to be removed first.
   */
  default boolean isInOrder() {
    return false;
  }

  /**
   * Bytes that the memory takes besides the buckets, and that count within the size of the cache.
   */
  default long bytesBeside() {
    return 0;
  }

  /**
   * Counts what a cache takes besides its buckets, where several share a bound.
   *
   * @param bytes more than before; negative when they are given back
   * @throws OutOfMemoryError when that is more than there is; nothing is counted then
   */
  default void reserve(long bytes) {}

  /**
   * Reports to this handler from now on what fails outside a call, where no caller can be told.
   *
   * @param handler must not throw
   */
  default void setErrorHandler(Consumer<Throwable> handler) {}

  /** Memory outside the heap, counted by the JVM against its limit of direct memory. */
  static BucketMemory direct() {
    return new DirectMemory();
  }
}
