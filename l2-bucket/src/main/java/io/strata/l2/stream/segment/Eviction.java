package io.strata.l2.stream.segment;

import io.strata.l2.stream.CacheFullCallback;
import io.strata.l2.stream.layout.StreamLayout;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Frees memory by evicting the least recently used entries, by generation, among those whose bytes
 * the storage has. The last entry of a segment is evicted like any other, once it is in the
 * storage.
 *
 * <p>Each eviction scans all entries, so it frees more than is needed: a share of all memory. One
 * thread evicts at a time; others that find the cache full wait for freed blocks. An eviction never
 * waits for a segment's lock, because its caller may hold one.
 */
final class Eviction implements CacheFullCallback {
  /** The fraction of all memory that an eviction frees at least, as a divisor. */
  private static final int MEMORY_DIVISOR = 64;

  /** Number of ages that are distinguished. */
  private static final int AGES = 64;

  private final ReadIndex index;
  private final long minBytes;
  private final ReentrantLock lock = new ReentrantLock();

  Eviction(ReadIndex index, long capacityBytes) {
    this.index = index;
    this.minBytes = capacityBytes / MEMORY_DIVISOR;
  }

  @Override
  public boolean onCacheFull(int blocks) {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return evict(Math.max(minBytes, (long) blocks * StreamLayout.BLOCK_BYTES)) > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Evicts entries of this much memory, or all that are evictable; returns the bytes freed. */
  private long evict(long wanted) {
    int now = index.generations().now();
    int minAge = minAge(now, wanted);
    long freed = 0;
    for (SegmentIndex segment : index.segments()) {
      for (IndexEntry entry : segment.entries().all()) {
        if (freed >= wanted) {
          return freed;
        }
        long location = entry.location();
        if (age(entry, now) >= minAge && isEvictable(segment, entry, location)) {
          freed += remove(segment, entry, location);
        }
      }
    }
    return freed;
  }

  /** Returns the minimum age of entries to evict, so that they add up to this many bytes. */
  private int minAge(int now, long wanted) {
    long[] bytes = new long[AGES];
    for (SegmentIndex segment : index.segments()) {
      for (IndexEntry entry : segment.entries().all()) {
        long location = entry.location();
        if (isEvictable(segment, entry, location)) {
          bytes[age(entry, now)] += memoryOf(location);
        }
      }
    }
    long sum = Arrays.stream(bytes).sum();
    int age = 0;
    // Skips the youngest as long as the older ones are enough.
    while (age < AGES - 1 && sum - bytes[age] >= wanted) {
      sum -= bytes[age++];
    }
    return age;
  }

  private static int age(IndexEntry entry, int now) {
    // A use may be newer than the value read from the clock.
    return Math.min(Math.max(0, now - entry.generation()), AGES - 1);
  }

  private static boolean isEvictable(SegmentIndex segment, IndexEntry entry, long location) {
    return location != IndexEntry.REMOVED
        && entry.offset() + IndexEntry.length(location) <= segment.persisted();
  }

  private static long memoryOf(long location) {
    return (long) StreamLayout.blocksFor(IndexEntry.length(location)) * StreamLayout.BLOCK_BYTES;
  }

  private long remove(SegmentIndex segment, IndexEntry entry, long location) {
    if (!segment.entries().remove(entry, location)) {
      return 0;
    }
    index.counters().evicted(IndexEntry.length(location));
    return memoryOf(location);
  }
}
