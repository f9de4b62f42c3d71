package io.strata.l2.stream;

/** Is called to delete entries when a cache is full. */
@FunctionalInterface
public interface CacheFullCallback {
  /** Deletes nothing: a full cache waits until other threads delete entries. */
  CacheFullCallback NONE = blocks -> false;

  /**
   * Deletes entries. Called by the thread that found too few free blocks, which holds no lock: the
   * callback may delete, read, append and insert.
   *
   * @param blocks number of blocks of {@code StreamLayout.BLOCK_BYTES} that are needed
   * @return whether anything was deleted; if not, the caller waits for other threads' deletions
   */
  boolean onCacheFull(int blocks);
}
