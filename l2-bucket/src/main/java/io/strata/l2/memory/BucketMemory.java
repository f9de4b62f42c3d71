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

  /**
   * Whether more may be allocated later, and buckets be removed. The garbage collector frees a
   * bucket when nothing refers to it or its views.
   */
  default boolean isResizable() {
    return false;
  }

  /**
   * Whether to allocate a bucket takes as long as to write it, so that a store had better begin
   * with a part of its buckets.
   */
  default boolean isWrittenWhenAllocated() {
    return false;
  }

  /**
   * Fails when there is less than this.
   *
   * @param bytes of the buckets that are to be allocated
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  default void requireRoom(long bytes) {}

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
