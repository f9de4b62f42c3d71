package io.strata.l2.stream.segment;

import io.strata.l2.stream.CacheFullException;
import io.strata.l2.stream.StreamCache;
import io.strata.l2.stream.StreamView;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a segment that are in memory, by offset; they never overlap.
 *
 * <p>Entries are added and extended under the lock of their segment, and read and removed without
 * it; {@link IndexEntry} decides between concurrent changes. While a thread has a view of an entry,
 * no other entry can have its address.
 */
final class SegmentEntries {
  /** Appended bytes are reported to the shared clock in batches of this size. */
  private static final int REPORT_BYTES = 64 << 10;

  private final StreamCache cache;
  private final Generations generations;
  private final ConcurrentSkipListMap<Long, IndexEntry> entries = new ConcurrentSkipListMap<>();

  /**
   * The entry that appends extend. Until it is removed, no entry begins after it, so reads of the
   * tail need no search.
   */
  private volatile @Nullable IndexEntry tail;

  /** Appended bytes not reported yet. */
  private int unreported;

  SegmentEntries(StreamCache cache, Generations generations) {
    this.cache = cache;
    this.generations = generations;
  }

  // ---- reading

  /**
   * Pins bytes.
   *
   * @param bytes maximum number of bytes
   * @return null if the first byte is not in memory
   */
  @Nullable CachedRead read(long offset, long bytes) {
    while (true) {
      IndexEntry entry = entryOf(offset);
      if (entry == null) {
        return null;
      }
      long location = entry.location();
      long from = offset - entry.offset();
      long left = IndexEntry.length(location) - from;
      if (left <= 0) {
        return null;
      }
      StreamView view = cache.get(IndexEntry.address(location));
      if (view != null) {
        // If the address has changed, the view may be another entry's.
        if (IndexEntry.address(entry.location()) == IndexEntry.address(location)) {
          entry.use(generations.now());
          return new CachedRead(view, (int) from, (int) Math.min(bytes, left));
        }
        view.release();
      }
      // The entry is just being moved to another address, or removed.
      Thread.onSpinWait();
    }
  }

  /** Returns the last entry that begins at or before an offset. */
  private @Nullable IndexEntry entryOf(long offset) {
    IndexEntry last = tail;
    if (last != null && offset >= last.offset() && last.location() != IndexEntry.REMOVED) {
      return last;
    }
    Map.Entry<Long, IndexEntry> found = entries.floorEntry(offset);
    return found == null ? null : found.getValue();
  }

  // ---- adding

  /** Returns the entry that ends at an offset, or null. */
  @Nullable IndexEntry endingAt(long offset) {
    IndexEntry newest = tail;
    if (newest != null && newest.location() != IndexEntry.REMOVED) {
      return newest.end() == offset ? newest : null;
    }
    Map.Entry<Long, IndexEntry> last = entries.lowerEntry(offset);
    return last == null || last.getValue().end() != offset ? null : last.getValue();
  }

  /**
   * Inserts bytes into the cache, as entries that are not added yet.
   *
   * @param maxLength maximum length of an entry
   * @throws CacheFullException if the cache is full; no bytes are in the cache then
   */
  List<IndexEntry> insert(long offset, ByteBuffer data, int maxLength) {
    List<IndexEntry> inserted = new ArrayList<>();
    try {
      for (int from = 0; from < data.remaining(); from += maxLength) {
        ByteBuffer part = data.slice(from, Math.min(maxLength, data.remaining() - from));
        inserted.add(entry(offset + from, cache.insert(part), part.remaining()));
      }
      return inserted;
    } catch (CacheFullException | IllegalStateException e) {
      discard(inserted);
      throw e;
    }
  }

  /**
   * As {@link #insert}, as a single entry; returns null instead of waiting if the cache is full.
   */
  @Nullable IndexEntry tryInsert(long offset, ByteBuffer data) {
    int address = cache.tryInsert(data);
    return address == StreamCache.NONE ? null : entry(offset, address, data.remaining());
  }

  private IndexEntry entry(long offset, int address, int length) {
    generations.added((long) StreamLayout.blocksFor(length) * StreamLayout.BLOCK_BYTES);
    return new IndexEntry(offset, address, length, generations.now());
  }

  /** Deletes entries that were not added. */
  void discard(Collection<IndexEntry> inserted) {
    for (IndexEntry entry : inserted) {
      cache.delete(IndexEntry.address(entry.location()));
    }
  }

  void add(IndexEntry entry) {
    entries.put(entry.offset(), entry);
  }

  /** Adds an entry at the segment's end, which further appends extend. */
  void addTail(IndexEntry entry) {
    entries.put(entry.offset(), entry);
    tail = entry;
  }

  /**
   * Appends bytes to an entry; returns false if the entry is removed.
   *
   * @throws CacheFullException if the cache is full; the entry is not changed then
   */
  boolean append(IndexEntry entry, ByteBuffer data) {
    long location = entry.location();
    int length = IndexEntry.length(location);
    StreamView view = cache.get(IndexEntry.address(location));
    if (view == null) {
      return false;
    }
    try (view) {
      int next =
          entry.location() == location
              ? cache.append(IndexEntry.address(location), length, data)
              : StreamCache.NONE;
      if (next == StreamCache.NONE) {
        return false;
      }
      entry.use(generations.now());
      if (!entry.grow(location, next, length + data.remaining())) {
        // The entry was evicted by its old address, so the extended one is deleted here.
        cache.delete(next);
        return false;
      }
      tail = entry;
      report(data.remaining());
      return true;
    }
  }

  private void report(int bytes) {
    unreported += bytes;
    if (unreported >= REPORT_BYTES) {
      generations.added(unreported);
      unreported = 0;
    }
  }

  // ---- removing

  /** Removes an entry, if its location is as expected; returns whether it was. */
  boolean remove(IndexEntry entry, long location) {
    StreamView view = cache.get(IndexEntry.address(location));
    if (view == null) {
      return false;
    }
    try (view) {
      if (!entry.retire(location)) {
        return false;
      }
      cache.delete(IndexEntry.address(location));
      entries.remove(entry.offset(), entry);
      return true;
    }
  }

  /** Removes all entries that end at or before an offset. */
  void removeBefore(long offset) {
    for (IndexEntry entry : entries.headMap(offset).values()) {
      long location = entry.location();
      while (isBefore(entry, location, offset) && !remove(entry, location)) {
        // The entry is just being extended, or removed.
        Thread.onSpinWait();
        location = entry.location();
      }
    }
  }

  private static boolean isBefore(IndexEntry entry, long location, long offset) {
    return location != IndexEntry.REMOVED && entry.offset() + IndexEntry.length(location) <= offset;
  }

  // ---- monitoring

  /** Returns all entries, weakly consistent. */
  Collection<IndexEntry> all() {
    return entries.values();
  }

  /** Returns the number of entries, by counting them. */
  int count() {
    return entries.size();
  }

  /** Returns the number of their blocks; only while the segment is idle. */
  long blocks() {
    long blocks = 0;
    for (IndexEntry entry : entries.values()) {
      blocks += StreamLayout.blocksFor(IndexEntry.length(entry.location()));
    }
    return blocks;
  }

  /**
   * Returns the part of a range around an offset that is not in memory; it does not contain the
   * offset if that is in memory.
   */
  ByteRange gap(ByteRange range, long offset) {
    Map.Entry<Long, IndexEntry> before = entries.floorEntry(offset);
    Map.Entry<Long, IndexEntry> after = entries.higherEntry(offset);
    return new ByteRange(
        before == null ? range.from() : Math.max(range.from(), before.getValue().end()),
        after == null ? range.to() : Math.min(range.to(), after.getKey()));
  }

  /** Returns whether no byte of a range is in memory. */
  boolean isEmpty(ByteRange range) {
    Map.Entry<Long, IndexEntry> last = entries.lowerEntry(range.to());
    return last == null || last.getValue().end() <= range.from();
  }
}
