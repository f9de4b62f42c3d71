package io.strata.l2.stream.segment;

import io.strata.l2.memory.BucketMemory;
import io.strata.l2.stream.StreamOptions;

/**
 * The options of a {@link ReadIndex}. Immutable; each {@code with} method returns a changed copy.
 *
 * @param cache the memory, and how long an append waits if all of it is taken by bytes that the
 *     storage does not have yet
 * @param entryBytes maximum length of a cache entry, 1 or more: appends extend the last entry up to
 *     that, and eviction removes whole entries
 * @param prefetchBytes bytes per read from the storage, aligned to multiples of it; 1 or more
 */
public record ReadIndexOptions(StreamOptions cache, int entryBytes, int prefetchBytes) {
  private static final int BYTES = 1 << 20;

  /** So that there is something to evict besides the entry just read or appended to. */
  private static final int MIN_ENTRIES = 4;

  /** Checks the ranges. */
  public ReadIndexOptions {
    check("Entries", entryBytes, cache.bytes() / MIN_ENTRIES);
    check("Prefetches", prefetchBytes, cache.bytes() / MIN_ENTRIES);
  }

  private static void check(String what, int bytes, long max) {
    if (bytes < 1 || bytes > max) {
      throw new IllegalArgumentException(
          "%s of %d bytes are out of range. Use 1 to %d, a quarter of the memory."
              .formatted(what, bytes, max));
    }
  }

  /**
   * Returns the default options: direct memory, and entries and prefetches of 1 MiB.
   *
   * @param bytes bytes that the cache may take, at least the size of a buffer
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
