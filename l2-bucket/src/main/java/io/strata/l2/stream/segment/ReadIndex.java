package io.strata.l2.stream.segment;

import io.strata.l2.stream.StreamCache;
import io.strata.l2.stream.StreamStatistics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A read index: named segments over one cache of appendable entries. Appends go to memory. Reads of
 * the tail are served from memory alone; older reads fetch missing bytes from a storage and cache
 * them. The caller brings appended bytes to the storage; until it reports them as persisted, they
 * stay in memory. Thread-safe.
 *
 * <p>The design follows the read index of Pravega's segment store: offsets mapped to entries,
 * appends that extend the last entry, generations that measure the age of entries.
 */
public final class ReadIndex implements AutoCloseable {
  private final ReadIndexOptions options;
  private final SegmentStorage storage;
  private final Generations generations;
  private final Counters counters = new Counters();
  private final StreamCache cache;
  private final Map<String, SegmentIndex> segments = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * Creates an index, and allocates all its memory.
   *
   * @param storage provides bytes that are not in memory
   * @throws OutOfMemoryError if the process may not use that much direct memory
   */
  public ReadIndex(ReadIndexOptions options, SegmentStorage storage) {
    long bytes = options.cache().bytes();
    this.options = options;
    this.storage = storage;
    this.generations = new Generations(bytes);
    this.cache = new StreamCache(options.cache().whenFull(new Eviction(this, bytes)));
  }

  /**
   * Adds an empty segment.
   *
   * @throws IllegalStateException if a segment of that name exists, or the index is closed
   */
  public SegmentIndex add(String name) {
    return add(name, 0, 0);
  }

  /**
   * Adds a segment whose bytes the storage has.
   *
   * @param begin offset of the first byte that is not truncated, 0 or more
   * @param end offset after the last byte
   * @throws IllegalArgumentException if {@code end} is less than {@code begin}
   * @throws IllegalStateException if a segment of that name exists, or the index is closed
   */
  public SegmentIndex add(String name, long begin, long end) {
    if (begin < 0 || begin > end) {
      throw new IllegalArgumentException(
          "Segment %s: range %d to %d is invalid. Begin at 0 or later, and end no earlier."
              .formatted(name, begin, end));
    }
    SegmentIndex segment = new SegmentIndex(name, this, begin, end);
    if (segments.putIfAbsent(name, segment) != null) {
      throw new IllegalStateException(
          "Segment " + name + " exists. Delete it, or use another name.");
    }
    if (closed) {
      // The closing thread may not have seen the segment.
      delete(name);
      throw new IllegalStateException("The index is closed.");
    }
    return segment;
  }

  /** Returns the segment of a name, or null if there is none. */
  public @Nullable SegmentIndex get(String name) {
    return segments.get(name);
  }

  /**
   * Deletes a segment; returns whether it existed. Existing reads stay valid. The caller has to
   * delete the segment's bytes from the storage.
   */
  public boolean delete(String name) {
    SegmentIndex segment = segments.remove(name);
    if (segment == null) {
      return false;
    }
    segment.delete();
    return true;
  }

  Collection<SegmentIndex> segments() {
    return segments.values();
  }

  ReadIndexOptions options() {
    return options;
  }

  SegmentStorage storage() {
    return storage;
  }

  Generations generations() {
    return generations;
  }

  Counters counters() {
    return counters;
  }

  StreamCache cache() {
    return cache;
  }

  // ---- monitoring

  /** Returns usage and counters, summed up while the index is used. */
  public ReadIndexStatistics statistics() {
    long entries = 0;
    for (SegmentIndex segment : segments.values()) {
      entries += segment.entries().count();
    }
    return counters.with(segments.size(), entries);
  }

  /** Returns the usage of the underlying cache. */
  public StreamStatistics memory() {
    return cache.statistics();
  }

  /**
   * Checks that the entries agree with the cache, while the index is idle; for tests and tools.
   *
   * @return the problems found, a sentence each
   */
  public List<String> audit() {
    List<String> problems = new ArrayList<>(cache.audit());
    long blocks = segments.values().stream().mapToLong(each -> each.entries().blocks()).sum();
    long used = cache.statistics().usedBlocks();
    if (blocks != used) {
      problems.add(
          "Entries have %d blocks, but the cache has %d used blocks.".formatted(blocks, used));
    }
    return problems;
  }

  /**
   * Deletes all segments, and wakes the threads that wait at their tails. Existing reads stay valid
   * until they are released.
   */
  @Override
  public void close() {
    closed = true;
    segments.keySet().forEach(this::delete);
    cache.close();
  }
}
