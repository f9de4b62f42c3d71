package io.strata.l2.stream.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A segment: bytes that are appended at its end, read anywhere, and truncated at its beginning.
 * Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * <pre>
 *        begin              persisted            end
 * | truncated | in the storage |  in memory only   |
 *             |  some in memory |
 * </pre>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <ul>
 *   <li><b>append</b>, <b>delete</b>, and adding bytes from the storage exclude each other by the
 *       segment's lock. An append that finds the cache full waits under it; nothing else does.
 *   <li><b>end</b> is written after its bytes are in the index: a thread that reads it finds them.
 *   <li><b>read</b>, <b>persisted</b> and <b>truncate</b> take no lock, nor does eviction. Only
 *       entries whose bytes the storage has are evicted, and {@link IndexEntry} ensures that none
 *       are appended meanwhile. So bytes that are not in memory are in the storage, or truncated.
 *   <li><b>begin</b> is written before truncation looks for entries to remove, and an entry from
 *       the storage is added before begin is read: so one of the two removes it.
 *   <li>A thread waits at the tail on a condition of the lock, and is signalled under the lock.
 * </ul>
 */
public final class SegmentIndex {
  private final String name;
  private final int entryBytes;
  private final SegmentEntries entries;
  private final StorageReads storageReads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition appended = lock.newCondition();
  private final AtomicLong begin;
  private final AtomicLong persisted;

  private volatile long end;
  private volatile boolean deleted;

  SegmentIndex(String name, ReadIndex index, long begin, long end) {
    this.name = name;
    this.entryBytes = index.options().entryBytes();
    this.entries = new SegmentEntries(index.cache(), index.generations());
    this.storageReads = new StorageReads(this, index);
    this.begin = new AtomicLong(begin);
    this.end = end;
    this.persisted = new AtomicLong(end);
  }

  /** Returns the segment's name. */
  public String name() {
    return name;
  }

  /** Returns the offset of the first byte that is not truncated. */
  public long begin() {
    return begin.get();
  }

  /** Returns the offset after the last byte. */
  public long end() {
    return end;
  }

  /** Returns the offset before which the storage has all bytes. */
  public long persisted() {
    return persisted.get();
  }

  SegmentEntries entries() {
    return entries;
  }

  // ---- appending

  /**
   * Appends bytes: all of them, or none.
   *
   * @param offset the expected end of the segment; so one of several concurrent appends succeeds
   * @param data the bytes from position to limit; its position does not change
   * @return the new end of the segment
   * @throws IllegalArgumentException if the segment ends at another offset
   * @throws io.strata.l2.stream.CacheFullException if the cache is still full after its time-out,
   *     because too few bytes are persisted
   * @throws IllegalStateException if the segment is deleted, or the index is closed
   */
  public long append(long offset, ByteBuffer data) {
    lock.lock();
    try {
      checkExists();
      if (offset != end) {
        throw new IllegalArgumentException(
            "Segment %s: ends at %d, so bytes cannot be appended at %d."
                .formatted(name, end, offset));
      }
      return appendHere(data.slice());
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #append(long, ByteBuffer)}, at the current end. */
  public long append(ByteBuffer data) {
    lock.lock();
    try {
      checkExists();
      return appendHere(data.slice());
    } finally {
      lock.unlock();
    }
  }

  private long appendHere(ByteBuffer data) {
    long now = end;
    int bytes = data.remaining();
    IndexEntry last = entries.endingAt(now);
    int free = last == null ? 0 : Math.max(0, entryBytes - (int) (now - last.offset()));
    int toLast = Math.min(bytes, free);
    if (toLast < bytes) {
      // First, because it may fail: nothing is changed until the last entry has grown.
      List<IndexEntry> further =
          entries.insert(now + toLast, data.slice(toLast, bytes - toLast), entryBytes);
      try {
        grow(last, now, data.slice(0, toLast));
      } catch (RuntimeException e) {
        entries.discard(further);
        throw e;
      }
      further.forEach(entries::addTail);
    } else {
      grow(last, now, data);
    }
    end = now + bytes;
    appended.signalAll();
    return now + bytes;
  }

  /** Appends to the last entry, or adds one after it if it is missing or was evicted. */
  private void grow(@Nullable IndexEntry last, long offset, ByteBuffer data) {
    boolean appendedToLast = last != null && data.hasRemaining() && entries.append(last, data);
    if (!appendedToLast) {
      entries.insert(offset, data, entryBytes).forEach(entries::addTail);
    }
  }

  /**
   * Reports that the storage has all bytes before an offset, so that they may be evicted. Never
   * waits for appends.
   *
   * @throws IllegalArgumentException if the offset is not in the segment
   */
  public void persisted(long offset) {
    long now = end;
    if (offset < 0 || offset > now) {
      throw new IllegalArgumentException(
          "Segment %s: ends at %d, so bytes up to %d cannot be persisted."
              .formatted(name, now, offset));
    }
    persisted.accumulateAndGet(offset, Math::max);
  }

  // ---- reading

  /**
   * Reads bytes, from memory if they are there, otherwise from the storage. A read from the storage
   * fetches bytes around them, too, and caches them unless the cache is full. Returns at least one
   * byte, maybe fewer than requested.
   *
   * @param offset offset of the first byte
   * @param bytes maximum number of bytes, 1 or more
   * @return the bytes, which the caller must release; null at the end of the segment
   * @throws IllegalArgumentException if the offset is after the end, or truncated
   * @throws IllegalStateException if the segment is deleted, or the index is closed
   * @throws IOException if the storage cannot be read
   */
  public @Nullable SegmentRead read(long offset, int bytes) throws IOException {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "Read of %d bytes of segment %s: too few. Use 1 or more.".formatted(bytes, name));
    }
    while (true) {
      checkExists();
      long now = end;
      if (offset == now) {
        return null;
      }
      if (offset < begin() || offset > now) {
        throw new IllegalArgumentException(
            "Segment %s: has bytes %d to %d, none at %d.".formatted(name, begin(), now, offset));
      }
      SegmentRead read = entries.read(offset, Math.min(bytes, now - offset));
      if (read == null) {
        read = offset < persisted.get() ? readStorage(offset, bytes) : onLost(offset);
      }
      if (read != null) {
        return read;
      }
    }
  }

  /** Returns null for a repeated attempt if the byte was truncated, which explains its loss. */
  private @Nullable SegmentRead onLost(long offset) {
    if (offset < begin() || deleted) {
      return null;
    }
    throw new IllegalStateException(
        "Segment %s: the byte at %d is lost; the storage did not have it.".formatted(name, offset));
  }

  private @Nullable SegmentRead readStorage(long offset, int bytes) throws IOException {
    try {
      return storageReads.read(offset, bytes);
    } catch (IOException e) {
      if (offset < begin() || deleted) {
        // The storage need not have it any more; the caller's next attempt says so.
        return null;
      }
      throw e;
    }
  }

  /**
   * As {@link #read}; at the segment's end, waits for an append.
   *
   * @param millis maximum time to wait
   * @return null if nothing was appended in that time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public @Nullable SegmentRead readTail(long offset, int bytes, long millis)
      throws IOException, InterruptedException {
    SegmentRead read = read(offset, bytes);
    if (read != null) {
      return read;
    }
    long left = TimeUnit.MILLISECONDS.toNanos(millis);
    lock.lockInterruptibly();
    try {
      while (end == offset && !deleted && left > 0) {
        left = appended.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
    return read(offset, bytes);
  }

  /** Adds an entry from the storage, unless any of its bytes are in memory by now, or truncated. */
  void stage(ByteRange range, IndexEntry entry) {
    lock.lock();
    try {
      if (deleted || !entries.isEmpty(range)) {
        entries.discard(List.of(entry));
        return;
      }
      entries.add(entry);
    } finally {
      lock.unlock();
    }
    // A truncation that ran meanwhile may not have found the entry.
    entries.removeBefore(begin());
  }

  // ---- truncating

  /**
   * Truncates all bytes before an offset. Existing reads stay valid. The caller has to delete the
   * bytes from the storage. Never waits for appends.
   *
   * @throws IllegalArgumentException if the offset is not in the segment
   * @throws IllegalStateException if the segment is deleted
   */
  public void truncate(long offset) {
    checkExists();
    long now = end;
    if (offset < 0 || offset > now) {
      throw new IllegalArgumentException(
          "Segment %s: ends at %d, so it cannot be truncated at %d.".formatted(name, now, offset));
    }
    begin.accumulateAndGet(offset, Math::max);
    persisted.accumulateAndGet(offset, Math::max);
    entries.removeBefore(offset);
  }

  /** Deletes all bytes, and wakes the threads that wait at the tail. */
  void delete() {
    deleted = true;
    // Before taking the lock, because an append that holds it may wait for free blocks.
    entries.removeBefore(Long.MAX_VALUE);
    lock.lock();
    try {
      entries.removeBefore(Long.MAX_VALUE);
      appended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void checkExists() {
    if (deleted) {
      throw new IllegalStateException("Segment " + name + " is deleted, or its index is closed.");
    }
  }
}
