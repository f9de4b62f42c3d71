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
 * A read index: segments by their names, over one cache of entries that grow. Appends go to memory;
 * reads of the tail are served from there alone, older ones fetch what is not there any more from a
 * storage, and keep it. What is appended is the caller's to bring to the storage: until he says
 * that it is there, it stays in memory. Safe for use by any number of threads.
 *
 * <p>What is kept, and for how long, follows the read index of Pravega's segment store: offsets
 * mapped to entries, appends that extend the last one, generations by which entries grow old.
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
   * Makes an index, and takes all its memory.
   *
   * @param storage asked for bytes that are not in memory
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  public ReadIndex(ReadIndexOptions options, SegmentStorage storage) {
    long bytes = options.cache().bytes();
    this.options = options;
    this.storage = storage;
    this.generations = new Generations(bytes);
    this.cache = new StreamCache(options.cache().whenFull(new Eviction(this, bytes)));
  }

  /**
   * Adds a segment that has no bytes yet.
   *
   * @throws IllegalStateException when there is one of that name, or the index is closed
   */
  public SegmentIndex add(String name) {
    return add(name, 0, 0);
  }

  /**
   * Adds a segment of which the storage has all bytes.
   *
   * @param begin the offset of the first one that is not truncated, 0 or more
   * @param end the offset behind the last one
   * @throws IllegalArgumentException when it would end before it begins
   * @throws IllegalStateException when there is one of that name, or the index is closed
   */
  public SegmentIndex add(String name, long begin, long end) {
    if (begin < 0 || begin > end) {
      throw new IllegalArgumentException(
          "%s cannot have bytes from %d to %d: begin at 0 or later, and end no earlier."
              .formatted(name, begin, end));
    }
    SegmentIndex segment = new SegmentIndex(name, this, begin, end);
    if (segments.putIfAbsent(name, segment) != null) {
      throw new IllegalStateException(name + " is there: delete it first, or take another name.");
    }
    if (closed) {
      // By a thread that may not have seen it.
      delete(name);
      throw new IllegalStateException("The index is closed.");
    }
    return segment;
  }

  /** The segment of a name, or null when there is none. */
  public @Nullable SegmentIndex get(String name) {
    return segments.get(name);
  }

  /**
   * Lets go of a segment; says whether there was one. Reads that were begun stay as they are. What
   * the storage has of it is the caller's to delete.
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

  // ---- looking on

  /** What it holds and did, added up while others use it. */
  public ReadIndexStatistics statistics() {
    long entries = 0;
    for (SegmentIndex segment : segments.values()) {
      entries += segment.entries().count();
    }
    return counters.with(segments.size(), entries);
  }

  /** What the cache below holds. */
  public StreamStatistics memory() {
    return cache.statistics();
  }

  /**
   * What is wrong inside, a sentence each; only while nothing else happens. For tests and tools.
   */
  public List<String> audit() {
    List<String> wrong = new ArrayList<>(cache.audit());
    long blocks = segments.values().stream().mapToLong(each -> each.entries().blocks()).sum();
    long used = cache.statistics().usedBlocks();
    if (blocks != used) {
      wrong.add(
          "Entries have %d blocks of the cache, of which %d are used.".formatted(blocks, used));
    }
    return wrong;
  }

  /**
   * Lets go of all segments, and of those who wait at their tails. Reads that were begun stay valid
   * until they are released.
   */
  @Override
  public void close() {
    closed = true;
    segments.keySet().forEach(this::delete);
    cache.close();
  }
}
