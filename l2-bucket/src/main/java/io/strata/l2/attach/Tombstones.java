package io.strata.l2.attach;

import io.strata.l2.index.BlockKey;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Records of blocks that callers evict during an attachment. Such a block may lie in a bucket that
 * is not indexed yet, and must not become visible later. Thread-safe.
 *
 * <p>The evicting thread adds a tombstone first, and then looks for the block in its hash chain or
 * in the list of its file. The attaching thread checks for a tombstone while it holds the chain,
 * and once more after it published the block. So at least one of the two threads sees the other's
 * write, and the block is evicted.
 */
public final class Tombstones {
  private record OffsetRange(long fileId, long from, long to) {}

  private final Set<BlockKey> blocks = ConcurrentHashMap.newKeySet();
  private final Queue<OffsetRange> ranges = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** Whether there may be any; set before the first is added. */
  private volatile boolean used;

  /** Adds a tombstone for one block. */
  public void add(long fileId, long offset) {
    if (!closed) {
      used = true;
      blocks.add(new BlockKey(fileId, offset));
    }
  }

  /**
   * Adds a tombstone for the blocks of a file that begin in a range.
   *
   * @param from first offset
   * @param to last offset, inclusive
   */
  public void add(long fileId, long from, long to) {
    if (!closed) {
      used = true;
      ranges.add(new OffsetRange(fileId, from, to));
    }
  }

  /** Returns whether no tombstone was added. */
  boolean areNone() {
    return !used;
  }

  /** Returns whether a tombstone covers the block. */
  boolean cover(long fileId, long offset) {
    if (!used) {
      return false;
    }
    if (!blocks.isEmpty() && blocks.contains(new BlockKey(fileId, offset))) {
      return true;
    }
    for (OffsetRange each : ranges) {
      if (each.fileId == fileId && each.from <= offset && offset <= each.to) {
        return true;
      }
    }
    return false;
  }

  /** Drops all tombstones and ignores further ones: the attachment is complete. */
  void close() {
    closed = true;
    blocks.clear();
    ranges.clear();
  }
}
