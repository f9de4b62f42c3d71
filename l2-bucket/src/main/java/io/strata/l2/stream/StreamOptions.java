package io.strata.l2.stream;

import io.strata.l2.memory.BucketMemory;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.StreamLayout;

/**
 * How a {@link StreamCache} is made. Immutable; each {@code with} method returns another.
 *
 * @param bytes that it may take, all told; what is less than a buffer more is not used
 * @param memory where the buffers come from, all when the cache is made
 * @param whenFull asked to delete entries when there is no room
 * @param waitMillis how long to wait for room then; 0 or more
 */
public record StreamOptions(
    long bytes, BucketMemory memory, CacheFullCallback whenFull, long waitMillis) {
  private static final long WAIT_MILLIS = 1_000;

  /** Checks the ranges. */
  public StreamOptions {
    if (bytes < StreamLayout.BUFFER_BYTES) {
      throw new IllegalArgumentException(
          "A cache of %d bytes is too small: give at least %d."
              .formatted(bytes, StreamLayout.BUFFER_BYTES));
    }
    if (bytes / StreamLayout.BUFFER_BYTES > Address.MAX_BUFFERS) {
      throw new IllegalArgumentException(
          "A cache of %d bytes is too large: give at most %d."
              .formatted(bytes, (long) Address.MAX_BUFFERS * StreamLayout.BUFFER_BYTES));
    }
    if (waitMillis < 0) {
      throw new IllegalArgumentException(
          "A wait of " + waitMillis + " ms is none: give 0 or more.");
    }
  }

  /**
   * Direct memory, nobody who deletes when the cache is full, and a second to wait then.
   *
   * @param bytes at least one buffer's
   */
  public static StreamOptions ofBytes(long bytes) {
    return new StreamOptions(bytes, BucketMemory.direct(), CacheFullCallback.NONE, WAIT_MILLIS);
  }

  public StreamOptions withMemory(BucketMemory source) {
    return new StreamOptions(bytes, source, whenFull, waitMillis);
  }

  public StreamOptions whenFull(CacheFullCallback handler) {
    return new StreamOptions(bytes, memory, handler, waitMillis);
  }

  public StreamOptions withWaitMillis(long millis) {
    return new StreamOptions(bytes, memory, whenFull, millis);
  }

  /** How many buffers that makes. */
  int buffers() {
    return (int) (bytes / StreamLayout.BUFFER_BYTES);
  }
}
