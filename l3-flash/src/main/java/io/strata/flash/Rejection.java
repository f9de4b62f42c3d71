package io.strata.flash;

/** The reason why a block is not inserted. */
public enum Rejection {
  /** The block is already present. */
  ALREADY_CACHED,
  /** The block does not fit into a region. */
  TOO_LARGE,
  /** The write-rate limit is reached. */
  WEAR,
  /** All regions wait to be written. */
  WRITERS_BEHIND,
  /** The index is full. */
  INDEX_FULL,
  /** The block's source failed during the copy; the error handler received the exception. */
  WRITE_FAILED,
  /** The device failed during the copy. */
  DEVICE_FAILED,
  /** The store is closed. */
  CLOSED
}
