package io.strata.l2.memory;

import java.nio.ByteBuffer;

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

  /** Whether more may be allocated later, and buckets that are no longer used be let go of. */
  default boolean isResizable() {
    return false;
  }

  /**
   * Takes back a bucket that was allocated here, and that no thread touches any more; at most once.
   * What is not released comes free when it and its views are unreachable and collected.
   */
  default void release(ByteBuffer bucket) {}

  /**
   * Counts what a cache takes besides its buckets, where several share a bound.
   *
   * @param bytes more than before; negative when they are given back
   * @throws OutOfMemoryError when that is more than there is; nothing is counted then
   */
  default void reserve(long bytes) {}

  /** Memory outside the heap, counted by the JVM against its limit of direct memory. */
  static BucketMemory direct() {
    return new DirectMemory();
  }
}
