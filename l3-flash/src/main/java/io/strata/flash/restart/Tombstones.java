package io.strata.flash.restart;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was evicted while blocks are still restored, and must not come back by that. Thread-safe.
 *
 * <p>Whoever evicts a block notes it here first, and then removes what the index has, under a lock
 * under which whoever restores it looks here before he adds it. Either he finds it noted, or what
 * he added is removed. With a file it is the same: whoever restores it enters it, and then looks
 * here; whoever evicts it notes it here, and then forgets the file that was entered, to which no
 * block is added from then on.
 */
public final class Tombstones {
  private record Block(String file, long offset) {}

  private final Set<String> files = ConcurrentHashMap.newKeySet();
  private final Set<Block> blocks = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  /** A file is evicted; to be called before it is. */
  public void add(String file) {
    if (!over) {
      files.add(file);
    }
  }

  /** A block is evicted; to be called before it is. */
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

  /** Nothing is restored any more. */
  public void end() {
    over = true;
    files.clear();
    blocks.clear();
  }
}
