package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache with an index that many threads change, as prescribed by {@link StreamCache}. The bytes
 * of an entry are derived from its number, so a reader knows the expected content.
 */
final class IndexedCache {
  /** The entry's number in the upper half, its address in the lower half; 0 for none. */
  private final AtomicLongArray index;

  private final AtomicInteger numbers = new AtomicInteger();
  private final StreamCache cache;

  IndexedCache(StreamCache cache, int slots) {
    this.cache = cache;
    this.index = new AtomicLongArray(slots);
  }

  /** A view of an entry, and the number that its bytes are derived from. */
  record Seen(StreamView view, long number) implements AutoCloseable {
    /** Fails unless all bytes are the entry's. */
    void prove() {
      byte[] bytes = view.toByteArray();
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] != TestCache.byteAt(number, i)) {
          throw new AssertionError("Byte " + i + " of " + bytes.length + " is another entry's.");
        }
      }
    }

    @Override
    public void close() {
      view.release();
    }
  }

  int slots() {
    return index.length();
  }

  private static long indexed(long number, int address) {
    return number << 32 | Integer.toUnsignedLong(address);
  }

  /** Adds an entry if the slot is free; returns whether it did. */
  boolean insert(int slot, int length) {
    long number = numbers.incrementAndGet();
    int address = cache.insert(TestCache.bytes(number, 0, length));
    boolean added = index.compareAndSet(slot, 0, indexed(number, address));
    if (!added) {
      assertThat(cache.delete(address)).isTrue();
    }
    return added;
  }

  /** Returns the entry of a slot; null if there is none, or it was just removed. */
  @Nullable Seen get(int slot) {
    long before = index.get(slot);
    StreamView view = before == 0 ? null : cache.get((int) before);
    if (view == null) {
      return null;
    }
    // While it is pinned, no other entry has its blocks or its address.
    if (index.get(slot) == before) {
      return new Seen(view, before >>> 32);
    }
    view.release();
    return null;
  }

  /** Appends to the entry of a slot; returns whether it did. */
  boolean append(int slot, int bytes) {
    long before = index.get(slot);
    try (Seen seen = get(slot)) {
      if (seen == null || index.get(slot) != before) {
        return false;
      }
      int length = seen.view.length();
      int next = cache.append((int) before, length, TestCache.bytes(seen.number, length, bytes));
      if (next == StreamCache.NONE) {
        return false;
      }
      if (!index.compareAndSet(slot, before, indexed(seen.number, next))) {
        // The entry was deleted meanwhile by its old address, which may still be its address.
        boolean isDeleted = cache.delete(next);
        assertThat(isDeleted || next == (int) before).isTrue();
      }
      return true;
    }
  }

  /** Replaces the entry of a slot; returns whether it did. */
  boolean replace(int slot, int length) {
    long before = index.get(slot);
    try (Seen seen = get(slot)) {
      if (seen == null || index.get(slot) != before) {
        return false;
      }
      long number = numbers.incrementAndGet();
      int next = cache.replace((int) before, TestCache.bytes(number, 0, length));
      if (next == StreamCache.NONE) {
        return false;
      }
      if (!index.compareAndSet(slot, before, indexed(number, next))) {
        assertThat(cache.delete(next)).isTrue();
      }
      return true;
    }
  }

  /** Deletes the entry of a slot; returns whether it did. */
  boolean delete(int slot) {
    long before = index.get(slot);
    try (Seen seen = get(slot)) {
      // Removed from the index first. The pin ensures that the deleted entry is the one looked up;
      // an entry that was appended to meanwhile is deleted by the appending thread.
      return seen != null && index.compareAndSet(slot, before, 0) && cache.delete((int) before);
    }
  }

  /** Deletes all entries; no other thread may be active. */
  void deleteAll() {
    for (int slot = 0; slot < index.length(); slot++) {
      boolean isThere = index.get(slot) != 0;
      assertThat(delete(slot)).isEqualTo(isThere);
    }
  }
}
