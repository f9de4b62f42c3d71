package io.strata.l2.attach;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The blocks that were evicted by request while memory is taken over, which may lie there still,
 * not indexed yet. Thread-safe.
 *
 * <p>Who evicts a block notes it here first, and then looks for it in its chain, or in its file's
 * list; who takes one over looks here while it has the chain, and once more when the block is
 * visible. So one of the two sees it, and the block is gone.
 */
public final class Forgotten {
  private record Key(long fileId, long offset) {
    @Override
    public int hashCode() {
      return Long.hashCode(fileId * 0x9E3779B97F4A7C15L + offset);
    }
  }

  private record Range(long fileId, long from, long to) {}

  private final Set<Key> blocks = ConcurrentHashMap.newKeySet();
  private final Queue<Range> ranges = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /** Notes a block that is being evicted. */
  public void note(long fileId, long offset) {
    if (!closed) {
      blocks.add(new Key(fileId, offset));
    }
  }

  /**
   * Notes the blocks of a file that begin in a range.
   *
   * @param to inclusive
   */
  public void note(long fileId, long from, long to) {
    if (!closed) {
      ranges.add(new Range(fileId, from, to));
    }
  }

  /** Whether a block was noted. */
  boolean has(long fileId, long offset) {
    if (!blocks.isEmpty() && blocks.contains(new Key(fileId, offset))) {
      return true;
    }
    for (Range each : ranges) {
      if (each.fileId == fileId && each.from <= offset && offset <= each.to) {
        return true;
      }
    }
    return false;
  }

  /** Notes nothing from now on: all that there is was taken over. */
  void close() {
    closed = true;
    blocks.clear();
    ranges.clear();
  }
}
