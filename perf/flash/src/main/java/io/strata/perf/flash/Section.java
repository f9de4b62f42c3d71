package io.strata.perf.flash;

/** What can be measured by itself. */
enum Section {
  /** Random reads. */
  READS,
  /** Inserts, and bytes written for each byte. */
  INSERTS,
  /** Inserts with write-behind and without. */
  RING,
  /** Blocks found again after a restart, and the heap that they take. */
  RESTARTS,
  /** Latencies at rising rates. */
  CLOUDS
}
