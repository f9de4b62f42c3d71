package io.strata.l2.write;

import io.strata.l2.index.BlockKey;
import io.strata.l2.index.FileBlocks;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The blocks in flight, by key: inserted, and not in their slots yet. Thread-safe. Look-ups come
 * here only after they found nothing in the index, and take no lock.
 */
final class InFlight<S extends BlockSource> {
  private final ConcurrentHashMap<BlockKey, InFlightBlock<S>> blocks = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();

  /** Adds a block; returns false if one with the same key is in flight already. */
  boolean add(InFlightBlock<S> block) {
    if (blocks.putIfAbsent(block.key, block) != null) {
      return false;
    }
    bytes.addAndGet(block.length);
    return true;
  }

  /** Removes a block; returns false if it was removed before. Allocates nothing. */
  boolean remove(InFlightBlock<S> block) {
    if (!blocks.remove(block.key, block)) {
      return false;
    }
    bytes.addAndGet(-block.length);
    return true;
  }

  /** Returns the block with this key, not retained, or null. */
  @Nullable InFlightBlock<S> get(FileBlocks file, long offset) {
    return blocks.isEmpty() ? null : blocks.get(new BlockKey(file.id(), offset));
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
