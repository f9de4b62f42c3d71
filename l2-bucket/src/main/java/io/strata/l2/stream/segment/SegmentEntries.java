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
 * The entries of a segment that are in memory, by where they begin; they never overlap.
 *
 * <p>Entries are added and grow under the lock of their segment. They are read and removed without
 * it: {@link IndexEntry} says what decides between those that meet. While a thread has a view of an
 * entry, nothing else can have its address.
 */
final class SegmentEntries {
  /** Appended bytes are made known in such pieces to what all segments share. */
  private static final int KNOWN_EACH = 64 << 10;

  private final StreamCache cache;
  private final Generations generations;
  private final ConcurrentSkipListMap<Long, IndexEntry> entries = new ConcurrentSkipListMap<>();

  /**
   * The one that appends extend. Until it is gone none begins behind it, so reads of the tail need
   * not search.
   */
  private volatile @Nullable IndexEntry tail;

  /** Appended, and not known to the generations yet. */
  private int unknown;

  SegmentEntries(StreamCache cache, Generations generations) {
    this.cache = cache;
    this.generations = generations;
  }

  // ---- reading

  /**
   * Pins bytes.
   *
   * @param bytes how many at most
   * @return null when the first of them is not in memory
   */
  @Nullable CachedRead read(long offset, long bytes) {
    while (true) {
      IndexEntry entry = entryOf(offset);
      if (entry == null) {
        return null;
      }
      long place = entry.place();
      long from = offset - entry.offset();
      long left = IndexEntry.length(place) - from;
      if (left <= 0) {
        return null;
      }
      StreamView view = cache.get(IndexEntry.address(place));
      if (view != null) {
        // The address is still the entry's, or the view may be another's.
        if (IndexEntry.address(entry.place()) == IndexEntry.address(place)) {
          entry.use(generations.now());
          return new CachedRead(view, (int) from, (int) Math.min(bytes, left));
        }
        view.release();
      }
      // It is just going on at another address, or goes.
      Thread.onSpinWait();
    }
  }

  /** The last entry that begins before an offset, or there. */
  private @Nullable IndexEntry entryOf(long offset) {
    IndexEntry last = tail;
    if (last != null && offset >= last.offset() && last.place() != IndexEntry.GONE) {
      return last;
    }
    Map.Entry<Long, IndexEntry> found = entries.floorEntry(offset);
    return found == null ? null : found.getValue();
  }

  // ---- adding

  /** The entry that ends at an offset, or null when there is none. */
  @Nullable IndexEntry endingAt(long offset) {
    IndexEntry newest = tail;
    if (newest != null && newest.place() != IndexEntry.GONE) {
      return newest.end() == offset ? newest : null;
    }
    Map.Entry<Long, IndexEntry> last = entries.lowerEntry(offset);
    return last == null || last.getValue().end() != offset ? null : last.getValue();
  }

  /**
   * Puts bytes into the cache, as entries that are not added yet.
   *
   * @param longest bytes of an entry
   * @throws CacheFullException when there is no room; nothing is in the cache then
   */
  List<IndexEntry> insert(long offset, ByteBuffer data, int longest) {
    List<IndexEntry> inserted = new ArrayList<>();
    try {
      for (int from = 0; from < data.remaining(); from += longest) {
        ByteBuffer part = data.slice(from, Math.min(longest, data.remaining() - from));
        inserted.add(entry(offset + from, cache.insert(part), part.remaining()));
      }
      return inserted;
    } catch (CacheFullException | IllegalStateException e) {
      discard(inserted);
      throw e;
    }
  }

  /** As {@link #insert}, as one entry, and null in place of waiting for room. */
  @Nullable IndexEntry insertIfRoom(long offset, ByteBuffer data) {
    int address = cache.insertIfRoom(data);
    return address == StreamCache.NONE ? null : entry(offset, address, data.remaining());
  }

  private IndexEntry entry(long offset, int address, int length) {
    generations.added((long) StreamLayout.blocksFor(length) * StreamLayout.BLOCK_BYTES);
    return new IndexEntry(offset, address, length, generations.now());
  }

  /** Of entries that were not added. */
  void discard(Collection<IndexEntry> inserted) {
    for (IndexEntry entry : inserted) {
      cache.delete(IndexEntry.address(entry.place()));
    }
  }

  void add(IndexEntry entry) {
    entries.put(entry.offset(), entry);
  }

  /** Adds an entry at the segment's end, which appends extend from now on. */
  void addTail(IndexEntry entry) {
    entries.put(entry.offset(), entry);
    tail = entry;
  }

  /**
   * Appends bytes to an entry; says whether it was there to be appended to.
   *
   * @throws CacheFullException when there is no room; the entry is as it was then
   */
  boolean append(IndexEntry entry, ByteBuffer data) {
    long place = entry.place();
    int length = IndexEntry.length(place);
    StreamView view = cache.get(IndexEntry.address(place));
    if (view == null) {
      return false;
    }
    try (view) {
      int next =
          entry.place() == place
              ? cache.append(IndexEntry.address(place), length, data)
              : StreamCache.NONE;
      if (next == StreamCache.NONE) {
        return false;
      }
      entry.use(generations.now());
      if (!entry.grow(place, next, length + data.remaining())) {
        // It was evicted, by an address that may have named it no more.
        cache.delete(next);
        return false;
      }
      tail = entry;
      makeKnown(data.remaining());
      return true;
    }
  }

  private void makeKnown(int bytes) {
    unknown += bytes;
    if (unknown >= KNOWN_EACH) {
      generations.added(unknown);
      unknown = 0;
    }
  }

  // ---- removing

  /** Removes an entry; says whether it was at that place. */
  boolean remove(IndexEntry entry, long place) {
    StreamView view = cache.get(IndexEntry.address(place));
    if (view == null) {
      return false;
    }
    try (view) {
      if (!entry.leave(place)) {
        return false;
      }
      cache.delete(IndexEntry.address(place));
      entries.remove(entry.offset(), entry);
      return true;
    }
  }

  /** Removes all entries that end before an offset, or there. */
  void removeBefore(long offset) {
    for (IndexEntry entry : entries.headMap(offset).values()) {
      long place = entry.place();
      while (isBefore(entry, place, offset) && !remove(entry, place)) {
        // It is just going on, or goes.
        Thread.onSpinWait();
        place = entry.place();
      }
    }
  }

  private static boolean isBefore(IndexEntry entry, long place, long offset) {
    return place != IndexEntry.GONE && entry.offset() + IndexEntry.length(place) <= offset;
  }

  // ---- looking on

  /** All entries, as they come and go. */
  Collection<IndexEntry> all() {
    return entries.values();
  }

  /** How many there are, counted one by one. */
  int count() {
    return entries.size();
  }

  /** How many blocks of the cache they have; only while nothing else happens. */
  long blocks() {
    long blocks = 0;
    for (IndexEntry entry : entries.values()) {
      blocks += StreamLayout.blocksFor(IndexEntry.length(entry.place()));
    }
    return blocks;
  }

  /** Of a range around an offset that is not in memory, the part that is not either. */
  Range gap(Range range, long offset) {
    Map.Entry<Long, IndexEntry> before = entries.floorEntry(offset);
    Map.Entry<Long, IndexEntry> after = entries.higherEntry(offset);
    return new Range(
        before == null ? range.from() : Math.max(range.from(), before.getValue().end()),
        after == null ? range.to() : Math.min(range.to(), after.getKey()));
  }

  /** Whether nothing of a range is in memory. */
  boolean isEmpty(Range range) {
    Map.Entry<Long, IndexEntry> last = entries.lowerEntry(range.to());
    return last == null || last.getValue().end() <= range.from();
  }
}
