package io.strata.readpath.config;

/**
 * Who reads a key.
 *
 * @param by who reads it
 * @param reason why it has no effect with Strata, as the end of a sentence; empty if it has one
 */
record Support(By by, String reason) {
  /** Who reads a key. */
  enum By {
    /** Strata reads it. */
    STRATA,
    /** HBase reads it, and calls the cache accordingly. */
    HBASE,
    /** It is checked, has no effect, and is logged when it is set. */
    NONE
  }

  static final Support BY_STRATA = new Support(By.STRATA, "");
  static final Support BY_HBASE = new Support(By.HBASE, "");

  /** Returns the support of a key that has no effect. */
  static Support ignored(String reason) {
    return new Support(By.NONE, reason);
  }
}
