package io.strata.l2.stream.segment;

import io.strata.l2.memory.BucketMemory;
import io.strata.l2.stream.StreamOptions;

/**
 * How a {@link ReadIndex} is made. Immutable; each {@code with} method returns another.
 *
 * @param cache the memory, and how long an append waits for room when all of it is taken by bytes
 *     that the storage does not have yet
 * @param entryBytes the longest entry of the cache: appends extend the last one up to that, and
 *     entries are what is evicted; 1 or more
 * @param prefetchBytes how much is read from the storage at a time, at multiples of it; 1 or more
 */
public record ReadIndexOptions(StreamOptions cache, int entryBytes, int prefetchBytes) {
  private static final int BYTES = 1 << 20;

  /** So that there is something to evict besides what is just being read or appended. */
  private static final int FEWEST_ENTRIES = 4;

  /** Checks the ranges. */
  public ReadIndexOptions {
    check("Entries", entryBytes, cache.bytes() / FEWEST_ENTRIES);
    check("Prefetches", prefetchBytes, cache.bytes() / FEWEST_ENTRIES);
  }

  private static void check(String what, int bytes, long most) {
    if (bytes < 1 || bytes > most) {
      throw new IllegalArgumentException(
          "%s of %d bytes cannot be: give 1 to %d, a quarter of the memory."
              .formatted(what, bytes, most));
    }
  }

  /**
   * Direct memory, and entries and prefetches of a mebibyte.
   *
   * @param bytes that the cache may take, at least one buffer's
   */
  public static ReadIndexOptions ofBytes(long bytes) {
    return new ReadIndexOptions(StreamOptions.ofBytes(bytes), BYTES, BYTES);
  }

  public ReadIndexOptions withMemory(BucketMemory memory) {
    return new ReadIndexOptions(cache.withMemory(memory), entryBytes, prefetchBytes);
  }

  public ReadIndexOptions withWaitMillis(long millis) {
    return new ReadIndexOptions(cache.withWaitMillis(millis), entryBytes, prefetchBytes);
  }

  public ReadIndexOptions withEntryBytes(int bytes) {
    return new ReadIndexOptions(cache, bytes, prefetchBytes);
  }

  public ReadIndexOptions withPrefetchBytes(int bytes) {
    return new ReadIndexOptions(cache, entryBytes, bytes);
  }
}
