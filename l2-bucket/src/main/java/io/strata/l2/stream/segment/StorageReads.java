package io.strata.l2.stream.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a segment that go to the storage. Of threads that want the same range at a time one
 * reads it, and the others wait for that. Thread-safe.
 */
final class StorageReads {
  /** What one thread reads for all. */
  private record Fetched(Range range, ByteBuffer bytes) {
    static final Fetched NONE = new Fetched(new Range(0, 0), ByteBuffer.allocate(0));
  }

  private final SegmentIndex segment;
  private final ReadIndex index;
  private final Map<Long, CompletableFuture<Fetched>> underWay = new ConcurrentHashMap<>();

  StorageReads(SegmentIndex segment, ReadIndex index) {
    this.segment = segment;
    this.index = index;
  }

  /**
   * Reads bytes that the storage has, and what lies around them.
   *
   * @param bytes how many at most
   * @return null when another thread brought this byte into memory, or read others of the range
   */
  @Nullable SegmentRead read(long offset, int bytes) throws IOException {
    long number = offset / index.options().prefetchBytes();
    CompletableFuture<Fetched> mine = new CompletableFuture<>();
    CompletableFuture<Fetched> other = underWay.putIfAbsent(number, mine);
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
      // Of this thread, too, so that both say where they were.
      throw new IOException("Another thread could not read it: " + e.getCause(), e.getCause());
    }
  }

  private Fetched fetch(long number, long offset, CompletableFuture<Fetched> mine)
      throws IOException {
    try {
      Range range = range(number, offset);
      if (!range.contains(offset)) {
        // Another thread brought it, since this one looked.
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
      underWay.remove(number, mine);
    }
  }

  /** What the storage has around an offset, and memory does not. */
  private Range range(long number, long offset) {
    long from = number * index.options().prefetchBytes();
    long to = Math.min(segment.persisted(), from + index.options().prefetchBytes());
    long begin = segment.begin();
    // Not what is truncated; but if this offset was just now, as if it had not been.
    Range there = new Range(begin <= offset ? Math.max(from, begin) : offset, to);
    return segment.entries().gap(there, offset);
  }

  private Fetched fetch(Range range) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(range.bytes());
    // Of its own, so that nothing the storage does to position and limit is kept.
    ByteBuffer into = bytes.duplicate();
    index.storage().read(segment.name(), range.from(), into);
    if (into.hasRemaining()) {
      throw new IOException(
          "The storage gave %d bytes too few of %s from %d to %d."
              .formatted(into.remaining(), segment.name(), range.from(), range.to()));
    }
    index.counters().fetched(range.bytes());
    return new Fetched(range, bytes.asReadOnlyBuffer());
  }

  private void stage(Fetched fetched) {
    IndexEntry entry =
        segment.entries().insertIfRoom(fetched.range.from(), fetched.bytes.duplicate());
    if (entry == null) {
      index.counters().notKept();
    } else {
      segment.stage(fetched.range, entry);
    }
  }
}
