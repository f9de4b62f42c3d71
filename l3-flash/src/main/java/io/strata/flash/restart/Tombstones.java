package io.strata.flash.restart;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The blocks and files evicted while recovery runs, which recovery must not restore. Thread-safe.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>A thread that evicts a block first adds its tombstone, and then removes the block from the
 * index, under the lock under which recovery checks for the tombstone before it adds the block. So
 * either recovery sees the tombstone, or the block it added is removed. The same holds for a file:
 * recovery acquires the file and then checks for the tombstone; a thread that evicts the file adds
 * the tombstone and then retires the acquired file, which accepts no block from then on.
 */
public final class Tombstones {
  private record Block(String file, long offset) {}

  private final Set<String> files = ConcurrentHashMap.newKeySet();
  private final Set<Block> blocks = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  /** Adds a tombstone for a file, before it is evicted. */
  public void add(String file) {
    if (!over) {
      files.add(file);
    }
  }

  /** Adds a tombstone for a block, before it is evicted. */
  public void add(String file, long offset) {
    if (!over) {
      blocks.add(new Block(file, offset));
    }
  }

  boolean has(String file) {
    return files.contains(file);
  }

  boolean has(String file, long offset) {
    return !blocks.isEmpty() && blocks.contains(new Block(file, offset));
  }

  /** Drops all tombstones, after recovery has ended. */
  public void end() {
    over = true;
    files.clear();
    blocks.clear();
  }
}
