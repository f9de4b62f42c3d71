package io.strata.l2.pack;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that wait to be packed, first in, first out. Thread-safe without locks.
 *
 * <p>The blocks that wait were selected as victims, yet their memory is not free until they are
 * packed: it holds neither blocks that will be read soon nor new ones. So it is bounded by a share
 * of the cache; the last block may exceed the bound, so that one may wait however small the cache
 * is. A block's bytes are reserved before it is added, and released when it is taken: the bytes of
 * the blocks in the queue are never more than the bytes reserved.
 */
final class Backlog {
  /**
   * At most one of this many bytes of the cache waits. Of a cache of 64 MB that is a hundred blocks
   * of 64 KB: fewer would not absorb a burst of misses, and the rest of it would be evicted without
   * being packed.
   */
  private static final int CACHE_SHARE = 8;

  /** Enough for some hundred blocks of 64 KB, which the thread packs in about a second. */
  private static final long MAX_BYTES = 16L << 20;

  /** A block counts as at least this many bytes, which bounds the heap that the queue takes. */
  private static final int MIN_BYTES = 4 << 10;

  /**
   * A block that waits.
   *
   * @param handle its slot, which may by now hold another block
   * @param bytes its length, as it was reserved
   * @param spill whether it is to be evicted
   */
  record Waiting(int handle, int bytes, boolean spill) {}

  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong reserved = new AtomicLong();
  private final LongSupplier cacheBytes;

  /**
   * @param cacheBytes returns the size of the cache, which may change
   */
  Backlog(LongSupplier cacheBytes) {
    this.cacheBytes = cacheBytes;
  }

  private long maxBytes() {
    return Math.min(MAX_BYTES, cacheBytes.getAsLong() / CACHE_SHARE);
  }

  /** Returns whether no block is accepted. */
  boolean isFull() {
    return reserved.get() > maxBytes();
  }

  /** Reserves bytes for a block; returns false, without reserving them, if the queue is full. */
  boolean reserve(int bytes) {
    if (reserved.getAndAdd(counted(bytes)) <= maxBytes()) {
      return true;
    }
    release(bytes);
    return false;
  }

  /** Releases bytes that were reserved for a block that is not added. */
  void release(int bytes) {
    reserved.addAndGet(-counted(bytes));
  }

  private static int counted(int bytes) {
    return Math.max(MIN_BYTES, bytes);
  }

  /** Adds a block for which its bytes are reserved. */
  void add(Waiting block) {
    queue.add(block);
  }

  /** Takes the block that has waited longest, if any, and releases its bytes. */
  @Nullable Waiting poll() {
    Waiting block = queue.poll();
    if (block != null) {
      release(block.bytes());
    }
    return block;
  }

  /** Returns whether no block waits. */
  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Returns the bytes reserved for blocks. */
  long bytes() {
    return reserved.get();
  }
}
