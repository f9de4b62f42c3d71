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
 * Safe for use by any number of threads.
 *
 * <h2>What is where</h2>
 *
 * <pre>
 *        begin              persisted            end
 * | truncated | in the storage |  in memory alone  |
 *             |  some in memory |
 * </pre>
 *
 * <ul>
 *   <li><b>append</b>, <b>truncate</b>, and adding what came from the storage exclude each other,
 *       by the segment's lock. An append that finds no room waits under it; nothing else does.
 *   <li><b>end</b> is written after its bytes are in the index: who reads it finds them.
 *   <li><b>read</b>, <b>persisted</b> and <b>truncate</b> take no lock, nor does who evicts:
 *       entries of which the storage has all bytes, and {@link IndexEntry} sees to it that no
 *       others are added meanwhile. So bytes that are not in memory are in the storage, or were
 *       truncated.
 *   <li><b>begin</b> is written before entries are looked for that go, and an entry from the
 *       storage is added before begin is read: one of the two removes it.
 *   <li>Who waits at the tail does so by the lock, and is woken under it.
 * </ul>
 */
public final class SegmentIndex {
  private final String name;
  private final int entryBytes;
  private final SegmentEntries entries;
  private final StorageReads history;
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
    this.history = new StorageReads(this, index);
    this.begin = new AtomicLong(begin);
    this.end = end;
    this.persisted = new AtomicLong(end);
  }

  /** The segment's name. */
  public String name() {
    return name;
  }

  /** The offset of the first byte that is not truncated. */
  public long begin() {
    return begin.get();
  }

  /** The offset behind the last byte. */
  public long end() {
    return end;
  }

  /** The offset before which the storage has all bytes. */
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
   * @param offset where they are expected to begin, the segment's end: of those who append at a
   *     time one does
   * @param data from its position to its limit, which it keeps
   * @return the segment's end from now on
   * @throws IllegalArgumentException when the segment ends elsewhere
   * @throws io.strata.l2.stream.CacheFullException when there is no room, and was none for as long
   *     as the cache waits, for the storage has too little yet
   * @throws IllegalStateException when the segment is deleted, or the index closed
   */
  public long append(long offset, ByteBuffer data) {
    lock.lock();
    try {
      checkThere();
      if (offset != end) {
        throw new IllegalArgumentException(
            "%s ends at %d: nothing can be appended at %d.".formatted(name, end, offset));
      }
      return appendHere(data.slice());
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #append(long, ByteBuffer)}, wherever the segment ends. */
  public long append(ByteBuffer data) {
    lock.lock();
    try {
      checkThere();
      return appendHere(data.slice());
    } finally {
      lock.unlock();
    }
  }

  private long appendHere(ByteBuffer data) {
    long now = end;
    int bytes = data.remaining();
    IndexEntry last = entries.endingAt(now);
    int room = last == null ? 0 : Math.max(0, entryBytes - (int) (now - last.offset()));
    int toLast = Math.min(bytes, room);
    if (toLast < bytes) {
      // First, for it can fail: nothing has happened until the last entry has grown.
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

  /** Appends to the last entry, or adds one in its place when there is none, or it was evicted. */
  private void grow(@Nullable IndexEntry last, long offset, ByteBuffer data) {
    boolean isThere = last != null && data.hasRemaining() && entries.append(last, data);
    if (!isThere) {
      entries.insert(offset, data, entryBytes).forEach(entries::addTail);
    }
  }

  /**
   * Says that the storage has all bytes before an offset: from now on they may go from memory.
   * Never waits for those who append.
   *
   * @throws IllegalArgumentException when the segment has no such offset
   */
  public void persisted(long offset) {
    long now = end;
    if (offset < 0 || offset > now) {
      throw new IllegalArgumentException(
          "%s ends at %d: the storage cannot have all before %d.".formatted(name, now, offset));
    }
    persisted.accumulateAndGet(offset, Math::max);
  }

  // ---- reading

  /**
   * Reads bytes, from memory if they are there, and else from the storage: then more than was asked
   * for is read, and kept if there is room. Fewer bytes may be there at once than were asked for,
   * but one at least.
   *
   * @param offset of the first byte
   * @param bytes how many at most, 1 or more
   * @return null at the end of the segment; else what must be released
   * @throws IllegalArgumentException when there are no such bytes, or they were truncated
   * @throws IllegalStateException when the segment is deleted, or the index closed
   * @throws IOException when the storage cannot be read
   */
  public @Nullable SegmentRead read(long offset, int bytes) throws IOException {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "A read of %d bytes of %s is none: give 1 or more.".formatted(bytes, name));
    }
    while (true) {
      checkThere();
      long now = end;
      if (offset == now) {
        return null;
      }
      if (offset < begin() || offset > now) {
        throw new IllegalArgumentException(
            "%s has bytes from %d to %d, none at %d.".formatted(name, begin(), now, offset));
      }
      SegmentRead read = entries.read(offset, Math.min(bytes, now - offset));
      if (read == null) {
        read = offset < persisted.get() ? readHistory(offset, bytes) : noLongerThere(offset);
      }
      if (read != null) {
        return read;
      }
    }
  }

  /** Of bytes that only memory had, and has no more: the next look says why, or this does. */
  private @Nullable SegmentRead noLongerThere(long offset) {
    if (offset < begin() || deleted) {
      return null;
    }
    throw new IllegalStateException(
        "%s has lost the byte at %d, which the storage did not have.".formatted(name, offset));
  }

  private @Nullable SegmentRead readHistory(long offset, int bytes) throws IOException {
    try {
      return history.read(offset, bytes);
    } catch (IOException e) {
      if (offset < begin() || deleted) {
        // The storage need not have it any more: the next look says so.
        return null;
      }
      throw e;
    }
  }

  /**
   * As {@link #read}, and at the segment's end waits for what is appended.
   *
   * @param millis how long to wait at most
   * @return null when nothing was appended in that time
   * @throws InterruptedException when the thread is interrupted while it waits
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

  /** Adds what came from the storage, unless something of it is in memory by now, or truncated. */
  void stage(Range range, IndexEntry entry) {
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
    // Who truncated it meanwhile may not have found it.
    entries.removeBefore(begin());
  }

  // ---- truncating

  /**
   * Lets go of all bytes before an offset. Reads that were begun stay as they are. What the storage
   * has of them is the caller's to delete. Never waits for those who append.
   *
   * @throws IllegalArgumentException when the segment has no such offset
   * @throws IllegalStateException when the segment is deleted
   */
  public void truncate(long offset) {
    checkThere();
    long now = end;
    if (offset < 0 || offset > now) {
      throw new IllegalArgumentException(
          "%s ends at %d: it cannot be truncated at %d.".formatted(name, now, offset));
    }
    begin.accumulateAndGet(offset, Math::max);
    persisted.accumulateAndGet(offset, Math::max);
    entries.removeBefore(offset);
  }

  /** Lets go of all bytes, and of those who wait at the tail. */
  void delete() {
    deleted = true;
    // At once, for who appends may wait for room.
    entries.removeBefore(Long.MAX_VALUE);
    lock.lock();
    try {
      entries.removeBefore(Long.MAX_VALUE);
      appended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void checkThere() {
    if (deleted) {
      throw new IllegalStateException(name + " is deleted, or its index is closed.");
    }
  }
}
