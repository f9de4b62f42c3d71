package io.strata.perf.flash;

/** A part of the benchmark. */
enum Section {
  /** Random reads. */
  READS,
  /** Inserts and write amplification. */
  INSERTS,
  /** Inserts with and without write-behind. */
  RING,
  /** Recovery after a restart, and the heap per block. */
  RESTARTS,
  /** Latencies at rising rates. */
  LATENCIES
}
