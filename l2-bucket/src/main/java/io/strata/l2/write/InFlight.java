package io.strata.l2.write;

import io.strata.l2.index.FileBlocks;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that are on their way into slots, by key. Thread-safe. Look-ups come here only after
 * the index had nothing, and take no lock.
 */
final class InFlight<S extends BlockSource> {
  /** The key of a block; the file's id is never given twice. */
  record Key(long fileId, long offset) {
    @Override
    public int hashCode() {
      return Long.hashCode(fileId * 0x9E3779B97F4A7C15L + offset);
    }
  }

  private final ConcurrentHashMap<Key, InFlightBlock<S>> blocks = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();

  /** Adds a block; says false when one of the same key is on its way already. */
  boolean add(InFlightBlock<S> block) {
    if (blocks.putIfAbsent(block.key, block) != null) {
      return false;
    }
    bytes.addAndGet(block.length);
    return true;
  }

  /** Takes a block out; says false when it was taken out before. Allocates nothing. */
  boolean remove(InFlightBlock<S> block) {
    if (!blocks.remove(block.key, block)) {
      return false;
    }
    bytes.addAndGet(-block.length);
    return true;
  }

  /** The block of a key, or null; not yet retained. */
  @Nullable InFlightBlock<S> get(FileBlocks file, long offset) {
    return blocks.isEmpty() ? null : blocks.get(new Key(file.id(), offset));
  }

  int count() {
    return blocks.size();
  }

  Iterable<InFlightBlock<S>> all() {
    return blocks.values();
  }

  long bytes() {
    return bytes.get();
  }
}
