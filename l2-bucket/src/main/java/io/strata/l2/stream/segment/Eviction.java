package io.strata.l2.stream.segment;

import io.strata.l2.stream.CacheFullCallback;
import io.strata.l2.stream.layout.StreamLayout;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes room: of the entries of which the storage has all bytes, those go that were used the
 * longest time ago, by generation. The tail of a segment goes like any other entry, once it is in
 * the storage and nobody reads it.
 *
 * <p>All entries are looked at for that, so more than is needed goes at a time: a share of all
 * memory. One thread does so at a time; another one that is in need waits for what comes free. None
 * waits for a segment's lock, which whoever called may hold.
 */
final class Eviction implements CacheFullCallback {
  /** Of all memory, what goes at a time. */
  private static final int SHARE = 64;

  /** Ages are told apart up to that. */
  private static final int AGES = 64;

  private final ReadIndex index;
  private final long bytesAtATime;
  private final ReentrantLock lock = new ReentrantLock();

  Eviction(ReadIndex index, long capacityBytes) {
    this.index = index;
    this.bytesAtATime = capacityBytes / SHARE;
  }

  @Override
  public boolean makeRoom(int blocks) {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return evict(Math.max(bytesAtATime, (long) blocks * StreamLayout.BLOCK_BYTES)) > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Evicts so many bytes of memory, or as many as can go; says how many. */
  private long evict(long wanted) {
    int now = index.generations().now();
    int youngest = youngestToGo(now, wanted);
    long freed = 0;
    for (SegmentIndex segment : index.segments()) {
      for (IndexEntry entry : segment.entries().all()) {
        if (freed >= wanted) {
          return freed;
        }
        long place = entry.place();
        if (age(entry, now) >= youngest && canGo(segment, entry, place)) {
          freed += remove(segment, entry, place);
        }
      }
    }
    return freed;
  }

  /** The age from which on entries have to go, so that so many bytes do. */
  private int youngestToGo(int now, long wanted) {
    long[] bytes = new long[AGES];
    for (SegmentIndex segment : index.segments()) {
      for (IndexEntry entry : segment.entries().all()) {
        long place = entry.place();
        if (canGo(segment, entry, place)) {
          bytes[age(entry, now)] += memoryOf(place);
        }
      }
    }
    long sum = Arrays.stream(bytes).sum();
    int age = 0;
    // From the youngest on, as long as the older ones are enough.
    while (age < AGES - 1 && sum - bytes[age] >= wanted) {
      sum -= bytes[age++];
    }
    return age;
  }

  private static int age(IndexEntry entry, int now) {
    // A use may be newer than the look at the clock.
    return Math.min(Math.max(0, now - entry.generation()), AGES - 1);
  }

  private static boolean canGo(SegmentIndex segment, IndexEntry entry, long place) {
    return place != IndexEntry.GONE
        && entry.offset() + IndexEntry.length(place) <= segment.persisted();
  }

  private static long memoryOf(long place) {
    return (long) StreamLayout.blocksFor(IndexEntry.length(place)) * StreamLayout.BLOCK_BYTES;
  }

  private long remove(SegmentIndex segment, IndexEntry entry, long place) {
    if (!segment.entries().remove(entry, place)) {
      return 0;
    }
    index.counters().evicted(IndexEntry.length(place));
    return memoryOf(place);
  }
}
