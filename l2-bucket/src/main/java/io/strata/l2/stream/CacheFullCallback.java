package io.strata.l2.stream;

/** Is asked to delete entries when a cache is full. */
@FunctionalInterface
public interface CacheFullCallback {
  /** Deletes nothing, so that a full cache waits for others to. */
  CacheFullCallback NONE = blocks -> false;

  /**
   * Is called by the thread that found no room, which holds nothing then: it may delete, read,
   * append and insert.
   *
   * @param blocks of {@code StreamLayout.BLOCK_BYTES}, that are needed and were not found
   * @return whether anything was deleted; if not, the caller waits for what others delete
   */
  boolean makeRoom(int blocks);
}
