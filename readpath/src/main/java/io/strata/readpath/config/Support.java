package io.strata.readpath.config;

/**
 * What becomes of a key.
 *
 * @param by who acts on it
 * @param reason why it has no meaning here, as the end of a sentence; empty where it has one
 */
record Support(By by, String reason) {
  /** Who acts on a key. */
  enum By {
    /** Strata reads it. */
    STRATA,
    /** HBase reads it, and it takes effect in the way HBase calls the cache. */
    HBASE,
    /** It is checked and then answered with a log line. */
    NOBODY
  }

  static final Support BY_STRATA = new Support(By.STRATA, "");
  static final Support BY_HBASE = new Support(By.HBASE, "");

  static Support noMeaning(String reason) {
    return new Support(By.NOBODY, reason);
  }
}
