package io.strata.flash;

/** Why a block that was offered is not kept. */
public enum Rejection {
  /** It is there already. */
  ALREADY_CACHED,
  /** It does not fit into a region. */
  TOO_LARGE,
  /** More is offered than may be written to the devices. */
  WEAR,
  /** All regions wait to be written. */
  WRITERS_BEHIND,
  /** The index has no room for another entry. */
  INDEX_FULL,
  /** Its source failed while it was copied; the store's error handler was told. */
  WRITE_FAILED,
  /** Its device failed while it was copied. */
  DEVICE_FAILED,
  /** The store is closed. */
  CLOSED
}
