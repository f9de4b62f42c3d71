package io.strata.l2.stream.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the storage of a segment. If several threads want the same range, one reads it and the
 * others wait for the result. Thread-safe.
 */
final class StorageReads {
  /** The result of a read, shared by the waiting threads. */
  private record Fetched(ByteRange range, ByteBuffer bytes) {
    static final Fetched NONE = new Fetched(new ByteRange(0, 0), ByteBuffer.allocate(0));
  }

  private final SegmentIndex segment;
  private final ReadIndex index;
  private final Map<Long, CompletableFuture<Fetched>> pending = new ConcurrentHashMap<>();

  StorageReads(SegmentIndex segment, ReadIndex index) {
    this.segment = segment;
    this.index = index;
  }

  /**
   * Reads bytes that the storage has, and those around them.
   *
   * @param bytes maximum number of bytes
   * @return null if another thread brought the first byte into memory, or fetched another range
   */
  @Nullable SegmentRead read(long offset, int bytes) throws IOException {
    long number = offset / index.options().prefetchBytes();
    CompletableFuture<Fetched> mine = new CompletableFuture<>();
    CompletableFuture<Fetched> other = pending.putIfAbsent(number, mine);
    Fetched fetched = other == null ? fetch(number, offset, mine) : await(other);
    if (!fetched.range.contains(offset)) {
      return null;
    }
    int from = (int) (offset - fetched.range.from());
    int count = Math.min(bytes, fetched.range.bytes() - from);
    return new FetchedRead(fetched.bytes.slice(from, count));
  }

  private static Fetched await(CompletableFuture<Fetched> other) throws IOException {
    try {
      return other.join();
    } catch (CompletionException e) {
      // A new exception, so that it has the stack traces of both threads.
      throw new IOException("Read failed in another thread: " + e.getCause(), e.getCause());
    }
  }

  private Fetched fetch(long number, long offset, CompletableFuture<Fetched> mine)
      throws IOException {
    try {
      ByteRange range = range(number, offset);
      if (!range.contains(offset)) {
        // Another thread has brought it into memory since the caller checked.
        mine.complete(Fetched.NONE);
        return Fetched.NONE;
      }
      Fetched fetched = fetch(range);
      mine.complete(fetched);
      stage(fetched);
      return fetched;
    } catch (IOException | RuntimeException | Error e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      pending.remove(number, mine);
    }
  }

  /** Returns the range around an offset that the storage has and memory does not. */
  private ByteRange range(long number, long offset) {
    long from = number * index.options().prefetchBytes();
    long to = Math.min(segment.persisted(), from + index.options().prefetchBytes());
    long begin = segment.begin();
    // Excludes truncated bytes; except if this very offset was truncated just now.
    ByteRange stored = new ByteRange(begin <= offset ? Math.max(from, begin) : offset, to);
    return segment.entries().gap(stored, offset);
  }

  private Fetched fetch(ByteRange range) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(range.bytes());
    // A duplicate, so that changes of position and limit by the storage have no effect.
    ByteBuffer into = bytes.duplicate();
    index.storage().read(segment.name(), range.from(), into);
    if (into.hasRemaining()) {
      throw new IOException(
          "The storage returned %d bytes too few of %s from %d to %d."
              .formatted(into.remaining(), segment.name(), range.from(), range.to()));
    }
    index.counters().fetched(range.bytes());
    return new Fetched(range, bytes.asReadOnlyBuffer());
  }

  private void stage(Fetched fetched) {
    IndexEntry entry = segment.entries().tryInsert(fetched.range.from(), fetched.bytes.duplicate());
    if (entry == null) {
      index.counters().notKept();
    } else {
      segment.stage(fetched.range, entry);
    }
  }
}
