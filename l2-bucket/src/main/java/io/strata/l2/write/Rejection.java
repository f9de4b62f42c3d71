package io.strata.l2.write;

/** Why a block that was offered is not in the cache. */
public enum Rejection {
  /** It is there already, or on its way. */
  ALREADY_CACHED,
  /** It would take more than its share of the cache. */
  TOO_LARGE,
  /** Its file has no block in the cache, and as many others as may have blocks have some. */
  TOO_MANY_FILES,
  /** Every slot that could hold it is pinned. */
  NO_ROOM,
  /** Its file was closed, or the block itself evicted, before it was written. */
  EVICTED_IN_FLIGHT,
  /** Its source failed while it was copied; the store's error handler was told. */
  WRITE_FAILED,
  /** The store is closed. */
  CLOSED
}
