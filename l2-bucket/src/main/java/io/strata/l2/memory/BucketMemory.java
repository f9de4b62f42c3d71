package io.strata.l2.memory;

import java.nio.ByteBuffer;

/** Gives a store the memory of its buckets, once. */
@FunctionalInterface
public interface BucketMemory {
  /**
   * Allocates all buckets.
   *
   * @param buckets how many
   * @return as many direct or mapped buffers of a bucket's size, zeroed, each beginning at a
   *     multiple of eight bytes in memory
   * @throws java.io.UncheckedIOException when a file cannot be made or mapped
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  ByteBuffer[] allocate(int buckets);

  /** Memory outside the heap, counted by the JVM against its limit of direct memory. */
  static BucketMemory direct() {
    return new DirectMemory();
  }
}
