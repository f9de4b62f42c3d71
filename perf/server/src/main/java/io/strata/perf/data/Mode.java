package io.strata.perf.data;

/** How the client decides when to send the next operation. */
public enum Mode {
  /** As soon as the last one is answered: tells how much a server can do. */
  PEAK,
  /**
   * At a fixed rate, the same for all deploys, latencies counted from the time at which an
   * operation was due: tells how long a user waits.
   */
  PACED
}
