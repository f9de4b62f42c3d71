package io.strata.l2.stream;

import io.strata.l2.memory.BucketMemory;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.StreamLayout;

/**
 * The options of a {@link StreamCache}. Immutable; each {@code with} method returns a changed copy.
 *
 * @param bytes bytes that the cache may take in total; a remainder below a buffer's size is unused
 * @param memory where the buffers come from; all are allocated when the cache is created
 * @param whenFull is called to delete entries when the cache is full
 * @param waitMillis time-out for free blocks, 0 or more
 */
public record StreamOptions(
    long bytes, BucketMemory memory, CacheFullCallback whenFull, long waitMillis) {
  private static final long WAIT_MILLIS = 1_000;

  /** Checks the ranges. */
  public StreamOptions {
    if (bytes < StreamLayout.BUFFER_BYTES) {
      throw new IllegalArgumentException(
          "Stream cache of %d bytes is too small. Use at least %d."
              .formatted(bytes, StreamLayout.BUFFER_BYTES));
    }
    if (bytes / StreamLayout.BUFFER_BYTES > Address.MAX_BUFFERS) {
      throw new IllegalArgumentException(
          "Stream cache of %d bytes is too large. Use at most %d."
              .formatted(bytes, (long) Address.MAX_BUFFERS * StreamLayout.BUFFER_BYTES));
    }
    if (waitMillis < 0) {
      throw new IllegalArgumentException(
          "Time-out of " + waitMillis + " ms is negative. Use 0 or more.");
    }
  }

  /**
   * Returns the default options: direct memory, no callback, and a time-out of a second.
   *
   * @param bytes at least the size of a buffer
   */
  public static StreamOptions ofBytes(long bytes) {
    return new StreamOptions(bytes, BucketMemory.direct(), CacheFullCallback.NONE, WAIT_MILLIS);
  }

  public StreamOptions withMemory(BucketMemory source) {
    return new StreamOptions(bytes, source, whenFull, waitMillis);
  }

  public StreamOptions whenFull(CacheFullCallback callback) {
    return new StreamOptions(bytes, memory, callback, waitMillis);
  }

  public StreamOptions withWaitMillis(long millis) {
    return new StreamOptions(bytes, memory, whenFull, millis);
  }

  /** Returns the number of buffers. */
  int buffers() {
    return (int) (bytes / StreamLayout.BUFFER_BYTES);
  }
}
