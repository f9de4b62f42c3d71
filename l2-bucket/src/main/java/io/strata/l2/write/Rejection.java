package io.strata.l2.write;

/** Why a block was not inserted. */
public enum Rejection {
  /** It is in a slot or in flight already. */
  ALREADY_CACHED,
  /** It is larger than its maximum share of the cache. */
  TOO_LARGE,
  /** Its file has no cached block, and the maximum number of files have some. */
  TOO_MANY_FILES,
  /** Every slot that could hold it is pinned. */
  NO_ROOM,
  /** Its file was closed, or the block was evicted, before it was written. */
  EVICTED_IN_FLIGHT,
  /** Its source failed while it was copied; the error handler got the error. */
  WRITE_FAILED,
  /** The store is closed, or has ended its writes. */
  CLOSED
}
