package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache with an index over it that many threads change, as {@link StreamCache} says it is to be
 * done. An entry of a number holds the bytes of that number, so whoever reads knows what he should
 * see.
 */
final class IndexedCache {
  /** The entry's number in the upper half, its address in the lower one; 0 for none. */
  private final AtomicLongArray index;

  private final AtomicInteger numbers = new AtomicInteger();
  private final StreamCache cache;

  IndexedCache(StreamCache cache, int places) {
    this.cache = cache;
    this.index = new AtomicLongArray(places);
  }

  /** A view of an entry, and what its bytes follow from. */
  record Seen(StreamView view, long number) implements AutoCloseable {
    /** Fails unless each byte is the entry's. */
    void prove() {
      byte[] bytes = view.toByteArray();
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] != TestCache.byteAt(number, i)) {
          throw new AssertionError("Byte " + i + " of " + bytes.length + " is another's.");
        }
      }
    }

    @Override
    public void close() {
      view.release();
    }
  }

  int places() {
    return index.length();
  }

  private static long indexed(long number, int address) {
    return number << 32 | Integer.toUnsignedLong(address);
  }

  /** Adds an entry where there is none; says whether it is there now. */
  boolean insert(int place, int length) {
    long number = numbers.incrementAndGet();
    int address = cache.insert(TestCache.bytes(number, 0, length));
    boolean added = index.compareAndSet(place, 0, indexed(number, address));
    if (!added) {
      assertThat(cache.delete(address)).isTrue();
    }
    return added;
  }

  /** What is at a place, or null when there is nothing, or what was there just went. */
  @Nullable Seen get(int place) {
    long before = index.get(place);
    StreamView view = before == 0 ? null : cache.get((int) before);
    if (view == null) {
      return null;
    }
    // While it is pinned its blocks are no other entry's, so the address is none either.
    if (index.get(place) == before) {
      return new Seen(view, before >>> 32);
    }
    view.release();
    return null;
  }

  /** Lets what is at a place grow; says whether it did. */
  boolean append(int place, int bytes) {
    long before = index.get(place);
    try (Seen seen = get(place)) {
      if (seen == null || index.get(place) != before) {
        return false;
      }
      int length = seen.view.length();
      int next = cache.append((int) before, length, TestCache.bytes(seen.number, length, bytes));
      if (next == StreamCache.NONE) {
        return false;
      }
      if (!index.compareAndSet(place, before, indexed(seen.number, next))) {
        // Deleted meanwhile, by an address that named it no more, unless it is the same.
        boolean isDeleted = cache.delete(next);
        assertThat(isDeleted || next == (int) before).isTrue();
      }
      return true;
    }
  }

  /** Puts another entry where there is one; says whether it did. */
  boolean replace(int place, int length) {
    long before = index.get(place);
    try (Seen seen = get(place)) {
      if (seen == null || index.get(place) != before) {
        return false;
      }
      long number = numbers.incrementAndGet();
      int next = cache.replace((int) before, TestCache.bytes(number, 0, length));
      if (next == StreamCache.NONE) {
        return false;
      }
      if (!index.compareAndSet(place, before, indexed(number, next))) {
        assertThat(cache.delete(next)).isTrue();
      }
      return true;
    }
  }

  /** Deletes what is at a place; says whether it did. */
  boolean delete(int place) {
    long before = index.get(place);
    try (Seen seen = get(place)) {
      // From the index first; pinned, so that what is deleted is what was looked up. One that was
      // appended to meanwhile is deleted by who appended.
      return seen != null && index.compareAndSet(place, before, 0) && cache.delete((int) before);
    }
  }

  /** Deletes all that is there, once nobody else does anything. */
  void deleteAll() {
    for (int place = 0; place < index.length(); place++) {
      boolean isThere = index.get(place) != 0;
      assertThat(delete(place)).isEqualTo(isThere);
    }
  }
}
